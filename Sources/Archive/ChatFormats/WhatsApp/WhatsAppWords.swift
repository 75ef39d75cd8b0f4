import Chats

/// The words that WhatsApp writes into exports, in the languages of its users.
enum WhatsAppWords {
  /// The words around the name of a chat in the name of its file.
  static let fileName = ChatFileName(
    prefixes: [
      "WhatsApp Chat - ", "WhatsApp Chat with ", "WhatsApp Chat mit ", "WhatsApp-Chat mit ",
      "Chat de WhatsApp con ",
      "Chat WhatsApp con ", "Chat de WhatsApp com ", "Conversa do WhatsApp com ", "Conversa no WhatsApp com ",
      "Discussion WhatsApp avec ", "Conversation WhatsApp avec ", "WhatsApp-chat met ", "WhatsApp Chat met ",
      "Чат WhatsApp с ", "Чат WhatsApp із ", "Чат WhatsApp з ", "WhatsApp-chatt med ", "WhatsApp-chat med ",
      "WhatsApp-samtale med ", "WhatsApp-keskustelu: ", "Czat WhatsApp z ", "Chat WhatsApp dengan ",
      "WhatsApp Chat dengan ", "Chat de WhatsApp amb ", "Xat de WhatsApp amb ", "Konverzace WhatsApp s ",
      "WhatsApp chat s ", "WhatsApp 与", "WhatsApp 與", "محادثة واتساب مع ", "دردشة واتساب مع ",
      "שיחת WhatsApp עם ",
      "צ'אט WhatsApp עם ", "WhatsApp - ", "Συνομιλία WhatsApp με ", "Discuție WhatsApp cu ",
      "Conversație WhatsApp cu ",
      "WhatsApp üzenetváltás vele: ", "Cuộc trò chuyện WhatsApp với ", "แชท WhatsApp กับ ",
    ],
    suffixes: [
      " ile WhatsApp Sohbeti", "님과의 WhatsApp 대화", "님과 WhatsApp 대화", "とのWhatsAppチャット", "的聊天记录", "的聊天記錄",
      "的对话", "的對話", " के साथ WhatsApp चैट",
    ],
    generic: ["_chat", "chat", "whatsapp chat", "whatsapp"])

  /// A text in lower case, without marks of direction, and without blanks, full stops and exclamation marks around it.
  static func folded(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldedASCII(Array(text.utf8)) }
    var scalars = text.lowercased().unicodeScalars
    let isFixedBlank: (Unicode.Scalar) -> Bool = { $0 == "\u{a0}" || $0 == "\u{202f}" }
    // Most texts have neither, and are not copied.
    if scalars.contains(where: { $0.isDirectionMark || isFixedBlank($0) }) {
      let kept = scalars.filter { !$0.isDirectionMark }.map { isFixedBlank($0) ? " " : $0 }
      scalars = String.UnicodeScalarView(kept)
    }
    let isInner: (Unicode.Scalar) -> Bool = {
      !$0.properties.isWhitespace && !".。!".unicodeScalars.contains($0)
    }
    guard let first = scalars.firstIndex(where: isInner), let last = scalars.lastIndex(where: isInner) else {
      return ""
    }
    return String(scalars[first...last])
  }

  private static func foldedASCII(_ bytes: [UInt8]) -> String {
    func isOuter(_ byte: UInt8) -> Bool {
      byte == 0x20 || 0x09...0x0d ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "!")
    }
    let start = bytes.firstIndex { !isOuter($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isOuter($0) }.map { $0 + 1 } ?? start
    let lower = bytes[start..<end].map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }
    return String(decoding: lower, as: UTF8.self)
  }

  private static func lines(_ text: String) -> Set<String> {
    Set(text.split(separator: "\n").map { folded($0) })
  }

  /// Bytes of the longest of these texts.
  private static let longest = 200

  /// The text as the words here are compared with it; nil if it is too long for one of them.
  static func phrase(_ text: some StringProtocol) -> String? {
    text.utf8.count <= longest ? folded(text) : nil
  }

  // MARK: Events

  /// Whether this is the notice at the beginning of each chat.
  static func isEncryptionNotice(_ text: String) -> Bool {
    guard text.utf8.count < 1000 else { return false }
    let text = folded(text)
    return encryption.contains { text.contains($0) }
  }

  private static let encryption = [
    "end-to-end encrypt", "end-to-end-encrypt", "ende-zu-ende-verschlüsselt", "cifrados de extremo a extremo",
    "cifrado de extremo a extremo", "chiffrés de bout en bout", "crittografati end-to-end",
    "crittografia end-to-end",
    "criptografia de ponta a ponta", "encriptadas ponto a ponto", "protegidas com a criptografia",
    "end-to-end versleuteld",
    "сквозным шифрованием", "uçtan uca şifreli", "uçtan uca şifrelen", "종단간 암호화", "종단 간 암호화",
    "エンドツーエンド", "端到端加密", "端對端加密", "terenkripsi secara end-to-end", "szyfrowane", "مشفرة تمامًا بين الطرفين",
    "مشفّرة تمامًا", "מוצפנות מקצה לקצה", "एंड-टू-एंड एन्क्रिप्ट", "end-to-end-krypter", "totaalsalattu",
    "päästä päähän -salattu", "mã hóa đầu cuối", "criptate integral", "šifrovány", "титрувани",
  ]

  // MARK: Deleted messages

  /// - Parameter text: A phrase.
  static func isDeletion(_ text: String) -> Bool {
    deleted.contains(text) || ownDeleted.contains(text)
      || text.hasPrefix("this message was deleted by admin")
  }

  /// Whether the exporter has deleted a message of their own.
  static func isOwnDeletion(_ text: Substring) -> Bool {
    text.utf8.count <= longest && ownDeleted.contains(folded(text))
  }

  private static let deleted = lines(
    """
    This message was deleted
    Diese Nachricht wurde gelöscht
    Se eliminó este mensaje
    Este mensaje fue eliminado
    Ce message a été supprimé
    Questo messaggio è stato eliminato
    Mensagem apagada
    Esta mensagem foi apagada
    Essa mensagem foi apagada
    Dit bericht is verwijderd
    Данное сообщение удалено
    Это сообщение удалено
    Сообщение удалено
    Bu mesaj silindi
    삭제된 메시지입니다
    메시지가 삭제되었습니다
    このメッセージは削除されました
    此消息已被删除
    已刪除此訊息
    此訊息已刪除
    Pesan ini telah dihapus
    Wiadomość została usunięta
    Ta wiadomość została usunięta
    تم حذف هذه الرسالة
    הודעה זו נמחקה
    यह मैसेज मिटाया गया
    Detta meddelande raderades
    Det här meddelandet raderades
    Denne melding ble slettet
    Denne besked blev slettet
    Tämä viesti poistettiin
    Tato zpráva byla odstraněna
    Αυτό το μήνυμα διαγράφηκε
    Acest mesaj a fost șters
    Це повідомлення було видалено
    Tin nhắn này đã bị xóa
    Ez az üzenet törölve lett
    """)

  private static let ownDeleted = lines(
    """
    You deleted this message
    You deleted this message for everyone
    Du hast diese Nachricht gelöscht
    Eliminaste este mensaje
    Vous avez supprimé ce message
    Hai eliminato questo messaggio
    Você apagou esta mensagem
    Você apagou essa mensagem
    Apagaste esta mensagem
    U hebt dit bericht verwijderd
    Je hebt dit bericht verwijderd
    Вы удалили данное сообщение
    Вы удалили это сообщение
    Bu mesajı sildiniz
    회원님이 이 메시지를 삭제했습니다
    이 메시지를 삭제했습니다
    メッセージを削除しました
    このメッセージを削除しました
    你删除了此消息
    您已刪除此訊息
    你已刪除此訊息
    Anda menghapus pesan ini
    Anda telah menghapus pesan ini
    Usunięto tę wiadomość
    لقد حذفت هذه الرسالة
    מחקת הודעה זו
    आपने यह मैसेज मिटाया
    Du raderade detta meddelande
    Du slettet denne meldingen
    Du slettede denne besked
    Poistit tämän viestin
    """)

  // MARK: Edits

  static let edited = lines(
    """
    This message was edited
    Diese Nachricht wurde bearbeitet
    Se editó este mensaje
    Ce message a été modifié
    Questo messaggio è stato modificato
    Mensagem editada
    Esta mensagem foi editada
    Dit bericht is bewerkt
    Данное сообщение изменено
    Сообщение изменено
    Bu mesaj düzenlendi
    수정된 메시지입니다
    이 메시지는 수정되었습니다
    このメッセージは編集されました
    此消息已编辑
    此訊息已編輯
    Pesan ini diedit
    Pesan ini telah diedit
    Wiadomość została edytowana
    Ta wiadomość została zedytowana
    تم تعديل هذه الرسالة
    הודעה זו נערכה
    यह मैसेज एडिट किया गया
    Detta meddelande redigerades
    Meddelandet redigerades
    Denne meldingen ble redigert
    Denne besked blev redigeret
    Tätä viestiä muokattiin
    Tato zpráva byla upravena
    Acest mesaj a fost editat
    Це повідомлення відредаговано
    Tin nhắn này đã được chỉnh sửa
    """)

  // MARK: Files

  /// The word before the name of a file, on iPhones.
  static let attached = lines(
    """
    attached
    Anhang
    angehängt
    adjunto
    archivo adjunto
    pièce jointe
    fichier joint
    allegato
    anexado
    anexo
    bijgevoegd
    прикреплено
    eklendi
    ekli
    첨부
    첨부됨
    첨부파일
    添付ファイル
    附件
    terlampir
    załączono
    załącznik
    مُرفق
    مرفق
    מצורף
    संलग्न
    bifogad
    vedlagt
    vedhæftet
    liite
    přiloženo
    συνημμένο
    atașat
    """)

  /// The words behind the name of a file, on Android.
  static let fileAttached = lines(
    """
    file attached
    Datei angehängt
    archivo adjunto
    fichier joint
    file allegato
    arquivo anexado
    ficheiro anexado
    bestand bijgevoegd
    файл добавлен
    прикрепленный файл
    dosya ekli
    파일 첨부됨
    파일 첨부
    添付ファイル
    ファイル添付
    文件附件
    文件已附加
    附檔
    檔案附件
    file terlampir
    plik dołączony
    plik załączono
    plik załączony
    الملف مرفق
    קובץ מצורף
    फ़ाइल संलग्न
    fil bifogad
    bifogad fil
    fil vedlagt
    vedlagt fil
    vedhæftet fil
    liitetiedosto
    tiedosto liitetty
    soubor byl přiložen
    συνημμένο αρχείο
    fișier atașat
    файл додано
    tệp được đính kèm
    fájl csatolva
    fitxer adjunt
    """)

  /// The kind of a file that the export does not contain; nil if the text does not tell of one.
  ///
  /// - Parameter text: A phrase.
  static func omitted(_ text: String) -> Attachment.Kind? {
    var text = text
    if text.hasPrefix("<"), text.hasSuffix(">") {
      text = folded(text.dropFirst().dropLast())
      if media.contains(text) { return .file }
    }
    return kinds[text]
  }

  /// What Android writes in place of a file of any kind, between angle brackets.
  private static let media = lines(
    """
    media weggelaat
    تم استبعاد الوسائط
    media buraxıldı
    Media çıxarılmışdır
    Без файл
    মিডিয়া বাদ দেওয়া হয়েছে
    মিডিয়া বাদ দেওয়া হয়েছে
    fitxers multimèdia omesos
    Mitjans omesos
    média vynechány
    Média vynechána
    medier udeladt
    Mediefil udeladt
    medien ausgeschlossen
    Medien weggelassen
    αρχείο παραλήφθηκε
    Εξαίρεση πολυμέσων
    media omitted
    multimedia omitido
    Archivo omitido
    meedia välja jäetud
    Meedia ära jäetud
    رسانه حذف شد
    پيوست نما/آهنگ حذف شد
    media jätettiin pois
    Media jätetty pois
    médias omis
    Fichier omis
    મિડિયા છોડી મૂકાયું
    મીડિયા અવગણવામાં આવ્યા
    मीडिया के बिना
    medijski zapis izostavljen
    média elhagyva
    Hiányzó médiafájl
    media tidak disertakan
    media omessi
    Media omesso
    המדיה לא נכללה
    מדיה הושמטה
    メディアなし
    メディアは含まれていません
    файлдар қосылмаған
    Файл қосылған жоқ
    ಮಾಧ್ಯಮ ಕೈಬಿಡಲಾಗಿದೆ
    미디어 파일 제외됨
    미디어 파일을 생략한 대화내용
    ບໍ່ລວມມີເດຍ
    medija praleista
    Praleistas medijos turinys
    nav iekļauta multivide
    Bez multivides
    без фајлови
    Без фајл
    മീഡിയ ഒഴിവാക്കി
    मीडिया वगळण्यात आला
    मीडिया वगळले
    media dikecualikan
    Media disingkirkan
    media utelatt
    Uten vedlegg
    media weggelaten
    ਮੀਡੀਆ ਛੱਡਿਆ
    ਮੀਡੀਆ ਛਡਿਆ ਗਿਆ
    pominięto multimedia
    pliki pominięto
    ficheiro não revelado
    Mídia omitida
    Mídia oculta
    Arquivo de mídia oculto
    conținut media omis
    без медиафайлов
    Файл пропущен
    Médiá vynechané
    datoteke izpuščene
    Medij izpuščen
    media u hoq
    Media hequr
    медији су изостављени
    media utelämnat
    Media har utelämnats
    media hazijajumuishwa
    Media imerukwa
    கோப்புகள் விடப்பட்டன
    ஊடகங்கள் நீக்கப்பட்டது
    మీడియా విస్మరించబడింది
    మాధ్యమం విస్మరించబడింది
    ไฟล์สื่อถูกลบ
    สื่อถูกลบ
    inalis ang media
    ınalis ang media
    Walang kalakip na media
    medya dahil edilmedi
    Medya atlanmış
    медіа пропущено
    میڈیا چھوڑ دیا گیا
    میڈیا ہٹا دیا گیا
    fayl o‘tkazib yuborildi
    bỏ qua tệp phương tiện
    Bỏ qua Media
    忽略多媒體檔
    省略多媒体文件
    """)

  /// What iPhones write in place of a file, and Android in place of what can be seen once.
  private static let kinds: [String: Attachment.Kind] = {
    var kinds: [String: Attachment.Kind] = [:]
    for (kind, texts) in kindsOfOmitted { for text in lines(texts) { kinds[text] = kind } }
    return kinds
  }()

  private static let kindsOfOmitted: [(Attachment.Kind, String)] = [
    (
      .photo,
      """
      image omitted
      Bild weggelassen
      imagen omitida
      image absente
      image omise
      immagine omessa
      imagem omitida
      imagem ocultada
      afbeelding weggelaten
      изображение отсутствует
      изображение пропущено
      görüntü dahil edilmedi
      görsel dahil edilmedi
      이미지 생략됨
      이미지 제외됨
      이미지가 제외됨
      画像は含まれていません
      图像已忽略
      忽略圖片
      省略图片
      gambar tidak disertakan
      gambar dihilangkan
      obraz pominięto
      obraz został pominięty
      تم استبعاد الصورة
      הושמטה תמונה
      bild utelämnad
      bilde utelatt
      billede udeladt
      kuva jätetty pois
      obrázek vynechán
      imagine omisă
      зображення пропущено
      hình ảnh bị bỏ qua
      View once photo omitted
      """
    ),
    (
      .video,
      """
      video omitted
      Video weggelassen
      video omitido
      vidéo absente
      vidéo omise
      video omesso
      vídeo omitido
      vídeo ocultado
      video weggelaten
      видео отсутствует
      видео пропущено
      video dahil edilmedi
      동영상 생략됨
      동영상 제외됨
      동영상이 제외됨
      動画は含まれていません
      ビデオは含まれていません
      视频已忽略
      忽略影片
      video tidak disertakan
      film pominięto
      تم استبعاد الفيديو
      הושמט סרטון
      video utelämnad
      video utelatt
      video udeladt
      video jätetty pois
      video vynecháno
      videoclip omis
      View once video omitted
      """
    ),
    (
      .roundVideo,
      """
      video note omitted
      Videonachricht weggelassen
      videonota omitida
      note vidéo omise
      videomessaggio omesso
      """
    ),
    (
      .voice,
      """
      audio omitted
      Audio weggelassen
      audio omitido
      audio omis
      audio omesso
      áudio omitido
      áudio ocultado
      audio weggelaten
      аудиофайл отсутствует
      аудио пропущено
      ses dahil edilmedi
      오디오 생략됨
      오디오 제외됨
      음성 제외됨
      音声は含まれていません
      音频已忽略
      忽略音訊
      audio tidak disertakan
      plik audio pominięto
      تم استبعاد المقطع الصوتي
      הושמט קטע קול
      ljud utelämnat
      lyd utelatt
      lyd udeladt
      ääni jätetty pois
      zvuk vynechán
      View once voice message omitted
      """
    ),
    (
      .animation,
      """
      GIF omitted
      GIF weggelassen
      GIF omitido
      GIF omis
      GIF absent
      GIF omessa
      GIF omessi
      GIF weggelaten
      GIF отсутствует
      GIF dahil edilmedi
      GIF 생략됨
      GIF 제외됨
      GIFは含まれていません
      GIF已忽略
      忽略 GIF
      GIF tidak disertakan
      GIF pominięto
      تم استبعاد GIF
      GIF utelämnad
      GIF utelatt
      """
    ),
    (
      .sticker,
      """
      sticker omitted
      Sticker weggelassen
      sticker omitido
      sticker omis
      sticker non incluso
      sticker omesso
      figurinha omitida
      autocolante omitido
      sticker weggelaten
      стикер отсутствует
      стикер пропущен
      Çıkartma dahil edilmedi
      스티커 생략됨
      스티커 제외됨
      ステッカーは含まれていません
      スタンプは含まれていません
      表情包已忽略
      贴图已忽略
      忽略貼圖
      stiker tidak disertakan
      naklejka pominięto
      تم استبعاد الملصق
      הושמטה מדבקה
      klistermärke utelämnat
      sticker utelatt
      """
    ),
    (
      .file,
      """
      document omitted
      Dokument weggelassen
      documento omitido
      document omis
      document manquant
      documento omesso
      documento ocultado
      document weggelaten
      документ отсутствует
      документ пропущен
      belge dahil edilmedi
      문서 생략됨
      문서 제외됨
      ドキュメントは含まれていません
      書類は含まれていません
      文档已忽略
      忽略文件
      dokumen tidak disertakan
      dokument pominięto
      تم استبعاد المستند
      הושמט מסמך
      dokument utelämnat
      dokument utelatt
      Contact card omitted
      Kontaktkarte ausgelassen
      Kontaktkarte weggelassen
      Tarjeta de contacto omitida
      Fiche contact omise
      Scheda contatto omessa
      Cartão do contato omitido
      Contactkaart weggelaten
      Карточка контакта отсутствует
      Kişi kartı dahil edilmedi
      연락처 카드 생략됨
      연락처 카드 제외됨
      """
    ),
  ]

  // MARK: Places

  /// The word before the address of a place.
  static let location = lines(
    """
    location
    live location
    live location shared
    Standort
    Live-Standort
    ubicación
    localisation
    position
    posizione
    localização
    locatie
    местоположение
    локация
    konum
    위치
    位置情報
    位置
    lokasi
    lokalizacja
    الموقع
    מיקום
    plats
    posisjon
    placering
    sijainti
    """)

  // MARK: Calls

  static let missedCalls = lines(
    """
    Missed voice call
    Missed video call
    Missed group voice call
    Missed group video call
    Verpasster Sprachanruf
    Verpasster Videoanruf
    Verpasster Gruppensprachanruf
    Verpasster Gruppenvideoanruf
    Llamada perdida
    Llamada de voz perdida
    Videollamada perdida
    Appel vocal manqué
    Appel vidéo manqué
    Chiamata persa
    Chiamata vocale persa
    Videochiamata persa
    Ligação de voz perdida
    Ligação de vídeo perdida
    Chamada de voz perdida
    Chamada de vídeo perdida
    Chamada de vídeo não atendida
    Gemiste spraakoproep
    Gemiste video-oproep
    Пропущенный аудиозвонок
    Пропущенный видеозвонок
    Cevapsız sesli arama
    Cevapsız görüntülü arama
    부재중 음성통화
    부재중 음성 통화
    부재중 영상통화
    부재중 영상 통화
    音声通話 不在着信
    ビデオ通話 不在着信
    未接语音通话
    未接视频通话
    未接語音通話
    未接視訊通話
    Panggilan suara tak terjawab
    Panggilan video tak terjawab
    Nieodebrane połączenie głosowe
    Nieodebrane połączenie wideo
    مكالمة صوتية لم يرد عليها
    مكالمة فيديو لم يرد عليها
    Missat röstsamtal
    Missat videosamtal
    """)

  static let calls = lines(
    """
    Voice call
    Video call
    Group voice call
    Group video call
    Sprachanruf
    Videoanruf
    Llamada
    Llamada de voz
    Videollamada
    Appel vocal
    Appel vidéo
    Chiamata vocale
    Videochiamata
    Ligação de voz
    Ligação de vídeo
    Chamada de voz
    Chamada de vídeo
    Spraakoproep
    Video-oproep
    Аудиозвонок
    Видеозвонок
    Sesli arama
    Görüntülü arama
    음성통화
    음성 통화
    영상통화
    영상 통화
    音声通話
    ビデオ通話
    语音通话
    视频通话
    Panggilan suara
    Panggilan video
    Połączenie głosowe
    """)
}
