/// The events of HexChat after a star, in the languages of the program: its texts (textevents.in) and their translations,
/// up to the first name in them.
///
/// The list has only texts that a person would hardly write as an action. Joins and parts have masks instead.
enum HexChatWords {
  /// Whether the text after the star begins an event without a name before it.
  static func beginsEvent(_ text: String) -> Bool { starts.contains(where: text.hasPrefix) }

  /// Whether these are the words of an event after a nick.
  static func areEvent(_ words: String) -> Bool {
    events.contains {
      words.hasPrefix($0)
        && ($0.last == "(" || words.count == $0.count || words.dropFirst($0.count).first == " ")
    } || modes.contains { words.hasPrefix("\($0) +") || words.hasPrefix("\($0) -") }
  }

  private static let starts = [
    "Now talking on ", "You are now ", "You are already ", "You have left ", "You have been ",
    "You're inviting ",
    "You've been invited ", "Topic for ", "Channel ", "Cannot join ", "Users on ", "Disconnected (",
    "Connecting to ",
    "Connected.", "Connection failed.", "Looking up ", "Stopped previous connection ", "Unknown host.",
    "Received a CTCP ", "Received a DCC ", "DCC ", "Offering ", "Ping reply from ", "No ping reply for ",
    "Found your IP", "Nickname already in use.", "Notify: ",
    // German, French, Spanish, Italian, Portuguese.
    "Das Thema für #", "Sie sprechen jetzt in #", "Sie sind jetzt als ", "Le sujet de #", "Sujet de #",
    "Vous parlez maintenant sur #", "Votre pseudonyme est maintenant ", "Tema de #", "Unido a #",
    "Ahora es conocido como ", "L'argomento di #", "Argomento per #", "Parla in #",
    "Il tuo soprannome è ora ",
    "Tópico para #", "Tópico do #", "O tópico de #", "Tópico #", "Agora falando em #", "A conversar em #",
    "Você mudou de apelido para ", "Agora és conhecido como ",
    // Swedish, Danish, Norwegian, Polish, Russian.
    "Ämne för #", "Pratar nu på #", "Du är nu känd som ", "Emne for #", "Taler nu på #",
    "Du er nu kendt som ", "Enmet for #", "Snakker nå i #", "Du er nå kjent som ", "Temat dla #", "Temat #",
    "Rozmawiasz na #", "Jesteś teraz znany/na jako ", "Тема канала #", "Топик для #",
    "Теперь может вести беседу на #", "Теперь вас зовут ",
  ]

  /// The words after the nick and its mask.
  private static let events = [
    "has joined", "has left", "has quit", "is now known as", "has changed the topic to:", "has kicked",
    "has invited",
    "sets mode", "sets modes", "sets ban on", "sets exempt on", "sets invite on", "sets invite exempt on",
    "sets quiet on", "sets channel", "gives voice to", "gives channel", "removes voice from",
    "removes channel",
    "removes ban on", "removes exempt on", "removes invite on", "removes invite exempt on",
    "removes quiet on",
    "removes user limit", "invited you to",
    // German, French, Spanish, Italian, Portuguese.
    "heißt jetzt", "hat die Verbindung getrennt (", "gibt Channel-Operator-Status an",
    "entfernt Op-Status bei", "gibt Voice-Status an", "hat das Thema geändert zu:",
    "est maintenant connu sous le nom de", "a quitté (",
    "a donné l'état d'opérateur de canal à", "a enlevé l'état d'opérateur de canal à",
    "a modifié le sujet pour :", "ahora es conocido como", "se ha marchado (", "da op a", "quita op a",
    "ha cambiado el tema a:", "è ora conosciuto come",
    "ha chiuso la connessione (", "ha dato lo stato di operatore del canale a",
    "ha tolto lo stato di operatore del canale a", "ha scelto come argomento:",
    "mudou de apelido para", "desconectou-se (", "saiu (",
    "concedeu estado de operador a", "retirou o estado de operador de",
    "alterou o tópico para:",
    // Swedish, Danish, Norwegian, Polish, Czech, Russian.
    "är nu känd som", "har avslutat (", "ger kanaloperatörsstatus till",
    "tar bort kanaloperatörsstatus från", "har bytt ämnet till:", "er nu kendt som",
    "har afsluttet (", "giver kanaloperatørstatus til", "har ændret emnet til:",
    "er nå kjent som", "har avsluttet (", "gir operatørprivilegiet til",
    "endret emnet til:", "jest znany teraz jako", "rozłączył/a się (",
    "daje status operatora kanału dla", "usuwa status operatora kanału", "zmienił temat na:", "odešel (",
    "теперь известен как", "вышел (", "дал права оператора канала",
    "убрал права оператора канала с", "поменял топик на:",
  ]

  /// The words before the sign of a mode.
  private static let modes = [
    "setzt Modus", "a mis le mode", "pone modo", "ha impostato la modalità", "ajustou os modos",
    "definiu o modo",
    "sätter läge", "sætter tilstand", "setter flagg", "ustawia status", "установил режим",
  ]
}
