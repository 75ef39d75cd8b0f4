/// The words that say how a language is built, and not what people write about.
public enum StopWords: String, Sendable, Hashable, CaseIterable {
  case arabic = "ar"
  case english = "en"
  case french = "fr"
  case german = "de"
  case hindi = "hi"
  case korean = "ko"
  case portuguese = "pt"
  case russian = "ru"
  case spanish = "es"

  /// The words, in lower case and with straight apostrophes.
  public var words: Set<String> { Self.all[self] ?? [] }

  /// Whether any of the languages has a word, in any case.
  public static func contain(_ word: String, languages: some Sequence<StopWords> = allCases) -> Bool {
    let key = word.lowercased().replacing("’", with: "'")
    return languages.contains { $0.words.contains(key) }
  }

  private static let all: [StopWords: Set<String>] = lists.mapValues { list in
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let lists: [StopWords: String] = [
    .english: """
    a about above after again all almost also always am an and any anyway are aren't around as at away back be because
    been before being between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done
    down each either else even ever every few for from further get gets getting go goes going gone gonna got had hadn't
    has hasn't have haven't having he he'll he's her here here's hers herself him himself his how how's however i i'd
    i'll i'm i've if in into is isn't it it'd it'll it's its itself just kind know let let's like look lot made make
    many may maybe me might mine more most much must my myself need never no nor not now of off oh ok okay on once one
    only onto or other others our ours out over own quite rather really right said same say see she she'll she's should
    shouldn't since so some something sort still such sure take than thank thanks that that'll that's the their theirs
    them themselves then there there's these they they'd they'll they're they've thing things think this those though
    through to together too two under until up upon us use very via want was wasn't way we we'd we'll we're we've well
    were weren't what what's when where where's which while who who's whom whose why will with within without won't
    would wouldn't yeah yes yet you you'd you'll you're you've your yours yourself im dont didnt cant thats ive ill
    youre its hes shes theres whats
    """,
    .spanish: """
    a ahora al algo algún alguna algunas alguno algunos ante antes así aún aunque bien cada casi como cómo con cual cuál
    cuando cuándo cuanto de del desde donde dónde dos e el él ella ellas ellos en entonces entre era eran eras eres es
    esa esas ese eso esos esta está están estaba estado estamos estar estas este esto estos estoy fue fueron fui ha había
    hace hacer hacia han has hasta hay he hemos hoy igual ir la las le les lo los luego más me mejor menos mi mí mientras
    mis mismo mucha muchas mucho muchos muy nada ni no nos nosotros nuestra nuestro nunca o os otra otras otro otros para
    pero poco por porque pq puede pueden puedo pues que qué quien quién se sea ser si sí sido siempre sin sobre solo sólo
    son soy su sus también tan tanto te tener tengo ti tiene tienen toda todas todavía todo todos tu tú tus un una unas
    uno unos va vale vamos van vas ver vez voy y ya yo
    """,
    .portuguese: """
    a acho agora ai aí ainda além algo alguém algum alguma alguns ao aos apenas aqui aquela aquele aquilo as às assim até
    bem bom boa cada coisa com como cá da daqui das de dela dele delas deles depois desde dessa desse desta deste deu do
    dos e é ela elas ele eles em então entre era eram essa essas esse esses esta está estão estar estas estava este estes
    estou eu fazer foi foram for gente há isso isto já la lá lhe logo mais mas me melhor mesmo meu meus minha minhas muita
    muito muitos na nada não nas nem nenhum no nos nós nossa nosso num numa nunca o onde ontem os ou outra outras outro
    outros para pela pelas pelo pelos perto pode podem por porque pq pois pouco pra pro qual quando quanto que quê quem
    quer se seja sem sempre ser seu seus sim só sobre somos sou sua suas são tá também tão tanto te tem têm tenho ter teu
    teve ti tinha toda todas todo todos tu tua tudo um uma umas uns vai vamos vão vc vez você vocês vou
    """,
    .french: """
    a à ai aie ainsi alors après as assez au aucun aujourd'hui aussi autre autres aux avait avant avec avez avoir avons
    bah beaucoup bien bon bonne c'est c'était ça car ce ceci cela celle celui ces cet cette ceux chaque chez comme comment
    d'un d'une dans de déjà depuis des deux dire dit doit donc dont du elle elles en encore entre es est et était étaient
    être eu eux fait faire faut fois fut hein ici il il y ils j'ai j'avais je jusque l'on la là le les leur leurs lui ma
    mais me même mêmes mes moi moins mon n'est n'ai ne ni non nos notre nous on ont ou où oui par parce pas pendant peu
    peut peux plus plutôt pour pourquoi pouvoir pr pq puis qu'elle qu'il qu'on qu'est quand que quel quelle quelles quels
    qui quoi rien s'il sa sais sans se sera ses si soi soit son sont sous suis sur ta tant te tellement tes toi ton toujours
    tous tout toute toutes très trop tu un une va vais vas vers veux viens voilà voir vont vos votre vous vraiment vu y
    """,
    .german: """
    ab aber alle allem allen aller alles als also am an ander andere anderen anders auch auf aus bei beim bin bis bist bitte
    da dabei dafür dagegen daher damit danach dann daran darauf darf das dass davon davor dazu dein deine deinem deinen
    deiner dem den denen denn der deren des dich die dies diese diesem diesen dieser dieses dir doch dort du durch eben
    echt ein eine einem einen einer eines einfach einmal er erst es etwas euch euer eure für ganz gar geht gern genau gibt
    gut habe haben hab hast hat hatte hatten hätte her heute hier hin ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
    ins irgendwie ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen können könnte mach machen macht
    mal man manchmal mehr mein meine meinem meinen meiner mich mir mit muss müssen nach naja ne nein nicht nichts noch nochmal
    nun nur ob oder ohne okay ok schon sehr sei sein seine seinem seinen seiner seit sich sie siehe sind so sogar soll
    sollen sollte sonst über um und uns unser unsere unter usw viel viele vielleicht vom von vor war waren warum warst was
    weg wegen weil weiter welche welcher wenn wer werde werden wie wieder will wir wird wirklich wo wohl wollen wollte würde
    wurde zu zum zur zwar zwischen
    """,
    .russian: """
    а без более больше будет будто бы был была были было быть в вам вас ваш ведь весь во вообще вот все всё всегда всего
    всех вы где да даже для до его ее её ей если есть еще ещё ж же за завтра зачем здесь и из или им иногда их к как какая
    какие какой когда конечно кто куда ли либо лучше мне много мной мог может можно мой моя мы на надо наш не него нее неё
    ней нельзя нет ни нибудь них ничего но ну о об один она они оно опять от очень перед по под пока после потом потому
    почему просто почти при про раз разве с сам свою свой себе себя сегодня сейчас сколько со совсем так также такая такие
    такой там тебе тебя тем теперь то тобой тогда того тоже той только том тот тут ты у уж уже хорошо хоть хотя чего чем
    через что чтоб чтобы чуть эта эти это этого этом этот эту я
    """,
    .arabic: """
    إلى أن إن أنا أنت أنتم أنه إنه أو أي إذا الآن الذي التي الى اللي ان انا انت او اي ايش ايه بس بعد به بين تم ثم جدا حتى
    حد حول خلال دون ده دي ذلك ذا شو شي شيء عشان على عليه عليك عن عند عنده غير فقط في فيه فيها قال قبل قد كان كانت كل كلها
    كم كما كنت كيف لا لأن لازم لك لكن له لها لم لما لن لنا لو لي ليس ليش ما ماذا مش مع معي مع معك مما من منه منها مين نحن
    نعم هذا هذه هل هم هنا هناك هو هي و وأنا والله ولا ولم وما ومن وهو وهي ي يا يعني يكون
    """,
    .hindi: """
    अगर अपना अपनी अपने अब अभी आप आपका आपकी आपके आपको इस इसका इसकी इसके इसे उन उनका उनकी उनके उस उसका उसकी उसके उसे एक ऐसा और
    कब कभी कर करके करता करना करने करो कहा का काम कि किया किसी की कुछ के को कोई कौन क्या क्यों गया गई गए जब जा जाता जाना जैसे जो
    तक तब तुम तुम्हें तू तो था थी थे दिया दो नहीं ने पर फिर बस बहुत बात भी मगर मत मुझे में मेरा मेरी मेरे मैं मैंने यह यहाँ या ये रहा रही
    रहे लिए ले लेकिन वह वहाँ वाला वाली वाले वो सब साथ से हम हमारा हमें हाँ ही हुआ हुई हुए है हैं हो होगा होता होती होते
    hai ka ki ke ko se me mein nahi nahin kya toh bhi hi ho tha thi the kar raha rahi rahe aur ye yeh wo woh jo
    """,
    .korean: """
    그 그거 그건 그게 그냥 그러면 그런 그런데 그럼 그래 그래도 그래서 그리고 근데 나 나는 나도 난 내 내가 너 너는 너도 너무 넌 네 네가 누가 뭐
    뭐야 무슨 다 더 도 또 또는 많이 먼저 모두 못 및 바로 보다 수 안 아 아니 아님 아직 어 어떤 어떻게 언제 여기 역시 오늘 왜 우리 응 이 이거 이건
    이게 이런 이렇게 이제 일단 있는 있어 있다 잘 잠깐 저 저거 저기 저는 저도 전 정도 제 제가 제일 조금 좀 지금 진짜 하는 하고 하면 한 할 해 했어
    거 건 게 것 거기 거야 아마 음 예 넵 ㅇㅇ ㅋㅋ ㅋㅋㅋ ㅋㅋㅋㅋ ㅎㅎ ㅎㅎㅎ ㅠㅠ
    """,
  ]
}
