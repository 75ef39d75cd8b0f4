/// The part of the day of a time on a twelve-hour clock.
enum DayPeriod: Sendable, Hashable {
  case morning, noon, afternoon
  /// From evening to the early morning: 12 is midnight.
  case night

  /// The hour of the day; nil if it is invalid.
  func hour(_ hour: Int) -> Int? {
    // Some languages add the word to times on a 24-hour clock.
    // Japanese counts the hours of each half of the day from 0: “午後0:13” is 12:13.
    guard (0...12).contains(hour) else { return hour <= 24 ? hour : nil }
    return switch self {
    case .morning: hour % 12
    case .noon: hour >= 10 ? hour : hour + 12
    case .afternoon: hour % 12 + 12
    case .night: hour == 12 ? 0 : hour > 5 ? hour + 12 : hour
    }
  }

  /// The part of the day for a word of any known language, in any case, with or without full stops and blanks.
  init?(_ word: some StringProtocol) {
    if let period = DayPeriod.words[String(word)] {
      self = period
      return
    }
    let key = String(
      String.UnicodeScalarView(
        word.lowercased().unicodeScalars.filter { scalar in
          !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
            && !".,\u{60c}、׳״'’\"".unicodeScalars.contains(scalar)
        }))
    guard let period = DayPeriod.words[key] else { return nil }
    self = period
  }

  /// The words from the Unicode CLDR, including earlier versions, without blanks and full stops.
  private static let words: [String: DayPeriod] = {
    var words: [String: DayPeriod] = [:]
    for (period, list) in lists {
      for word in list.split(separator: " ") { words[String(word)] = period }
    }
    return words
  }()

  private static let lists: [(DayPeriod, String)] = [
    (
      .morning,
      """
      aamulla aamup alfajiri am ap asubuhi aðmorgni aðnóttu damadrugada damanhã damañá de \
      delamadrugada delamañana denuit dienag dieoggend dimattina dimineața dinotte dop dopol dopoledne \
      dopoludnia dopołudnia dumat ekuseni emëngjesit enatës enne ennekeskpäeva entathakusa eparadites \
      ertalab fh fm form gecə gh goizald goizeko günortadanöň hajnal hommikul inthemorning \
      madaling-araw madrugada manhã mat matin matinada mattina matí mañana morg morgens nachts naktis \
      natt ngumaga norīta omformiddagen ommorgenen omnatten pagi pd pg priekšp priešpiet prijepodne \
      przedpołudniem påförm påmorg pånatten r rano reggel rn rytas ráno sa sabah snachts sochtends \
      sáng sübh səhər tengahmalam to ujutro vm vorm yb ybore zjut öö öğledenönce πμ πρωί дп наутро \
      ночі ноќе претпл претпладне проб ранку сутринта таңкы таңғы утра ујутру эртеңменен үө өглөө \
      առավոտյան գիշերը בוקר לפ לפנותבוקר بامداد ص صبح غم فجرًا فيالمساء قبلازظهر قبلدوپہر ليلاً نیمهشب \
      पहाट पू पूर्वाह्न बिहान मपू सकाळ सुबह পূর্বাহ্ণ পূর্বাহ্ন ভোর সকাল ਪੂਦੁ ਸਵੇਰੇ પૂર્વાહ્ન સવારે \
      அதிகாலை காலை முற்பகல் ఉదయం ಪೂರ್ವಾಹ್ನ ಬೆಳಗ್ಗೆ പുലർച്ചെ രാവിലെ උදේ පාන්දර පෙව මැදියමටපසු \
      ก่อนเที่ยง ในตอนเช้า ກ່ອນທ່ຽງ ຕອນເຊົ້າ နံနက် ბდ დილ დილის በሌሊት ጥዋት នៅពេលព្រឹក 上午 凌晨 午前 午夜 早上 朝 \
      朝早 清晨 새벽 아침 오전
      """
    ),
    (
      .noon,
      """
      emini midi noon siang наобяд 中午 昼 正午 정오
      """
    ),
    (
      .afternoon,
      """
      abends adhuhuri akşam akşamüstü alasiri amiază apm après-midi aprèsmidi arrats atnight axşam \
      axşamüstü aðkvöldi canoldydd ch chiều danoite datarde delanoche delatarde delmediodía dieaand \
      diemiddag dipomeriggio disera domediodía du după-amiaza dusoir dél ebusuku eguerd eh em \
      embrëmjes emesditës epasdites este etterm gaueko gd gündüz günorta günortadansoň hádegi illalla \
      iltap iluntz in intheafternoon intheevening ip jioni kechqurun keskip keskpäeval kunduzi kveld \
      malam mchana md meio-dia mezzogiorno midday migdia mittags nachm nachmittag nachmittags napol \
      navečer nggabi nghapon nit nm ntambama odp odpoledne odpoludnia omaftenen omeftermiddagen opold \
      perpiet petang pm podne pol pomeriggio pop popiet popietė popodne popol popoludní popołudniu \
      poslijepodne ptg pusd pärast pärastkeskpäeva pärastlõunal påefterm påkvällen pēcp pēcpusd \
      savonds seara smiddags soir sore síðdegis tanghaling-tapat tarda tarde tengahhari tk tr \
      tushpayti tối vakaras vakarā vespre več večer wieczorem wpołudnie yh yprynhawn yrhwyr zveč õhtul \
      ös öğle öğledensonra απόγ μεσημ μμ вечера вечерта вечора дня кечинде кешкі навечер напладне орой \
      подне полд попл попладне поподне пп следобед слоб түскі түстенкейінгі түштөнкийин түштөнкийинки \
      увече чактүш үддунд үх өдөр երեկոյան կեսօր ցերեկը אח אחרהצהריים ערב צהריים بعدازظهر بعدالظهر \
      بعددوپہر دوپہر سہپہر شام شب ظهر ظهرًا عصر غو م مساءً अ अपरान्ह अपराह्न दुपार दोपहर बेलुकी मउ \
      मध्यान्ह शाम संध्याकाळ साँझ অপরাহ্ণ অপরাহ্ন দুপুর বিকাল সন্ধ্যা ਦੁਪਹਿਰੇ ਬਾਦੁ ਸ਼ਾਮੀਂ અપરાહ્ન \
      બપોરે સાંજે அந்திமாலை நண்பகல் பிற்பகல் மதியம் மாலை మధ్యాహ్నం సాయంత్రం ಅಪರಾಹ್ನ ಮಧ್ಯಾಹ್ನ ಸಂಜೆ ഉച്ച \
      ഉച്ചതിരിഞ്ഞ് ഉച്ചയ്ക്ക് വൈകുന്നേരം സന്ധ്യ දවල් පව මධ්යාහ්නය රෑ හවස ค่ำ บ่าย หลังเที่ยง เที่ยง \
      ในตอนเย็น ຕອນທ່ຽງ ຕອນບ່າຍ ຕອນແລງ ຫຼັງທ່ຽງ ည ညနေ နေ့လယ် မွန်းတည့် ნაშუადღ საღ შუადღ ቀትር በምሽት ከሰዓት \
      ថ្ងៃត្រង់ នៅពេលយប់ នៅពេលរសៀល នៅពេលល្ងាច 下午 下晝 午後 夕方 오후 저녁
      """
    ),
    (
      .night,
      """
      gece kechasi naktī noaptea noću ponoći ponoči usiku vn vnoci wnocy yöllä éjjel öösel đêm βράδυ \
      ночи ноћу презнощта түнгі түничинде шөнө לילה رات रात रात्र রাত্রি ਰਾਤੀਂ રાત્રે இரவு రాత్రి \
      ರಾತ್ರಿ രാത്രി กลางคืน ກາງຄືນ ღამ 夜 夜中 夜晚 晚上 밤
      """
    ),
  ]
}
