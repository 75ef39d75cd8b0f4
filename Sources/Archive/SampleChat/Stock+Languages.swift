/// The exchanges with lines in Korean, Arabic, German and Swedish, and the ending.
extension Stock {
  static let korean = """
    S: 저도 갈게요! 김밥은 제가 챙길게요 🍙
    A: The rolls from last time? Then everybody comes
    S: 이번에는 참치도 넣을게요
    B: I have no idea what you said but I'm hungry
    S: Tuna 😄

    S: 내일 비 온대요. 우비 꼭 챙기세요 ☔️
    A: Rain?
    S: Yes, after lunch. 오전에는 괜찮아요.
    B: Then early, as usual

    S: 몇 시에 출발해요?
    A: {time} at the fountain
    S: 네, 그때 봐요!

    S: 조금 늦을 것 같아요. 먼저 출발하세요, {place}에서 만나요
    A: No hurry, we wait at {place}
    S: 고마워요 🙏

    A: How was the hike with your parents?
    S: 정말 좋았어요! 엄마가 저보다 빨랐어요 ㅋㅋㅋ
    S: My mother was faster than me. She is 67.
    B: Recruit her

    S: 정상에서 먹는 라면이 최고예요
    B: Ramen at the top, I understood that one
    S: 🍜👍

    S: 다리가 아직도 아파요
    A: Legs?
    S: Legs. 계단을 못 내려가요 ㅠㅠ
    C: Backwards! It works, walk down backwards
    S: ㅋㅋㅋㅋㅋ

    S: 와, 오늘 하늘 좀 보세요
    A: We see it too! Unbelievable colours
    S: 사진으로는 다 안 담기네요
    """

  static let arabic = """
    H: صباح الخير جميعًا، من سيأتي يوم السبت؟
    A: Good morning! If that's about Saturday: me
    H: 😄 that was exactly the question
    B: Me too

    H: سأحضر القهوة والتمر
    A: Did you say coffee?
    H: Coffee and dates, as always
    C: شكرًا! (I learnt that one)

    H: أنا في الطريق، سأصل بعد عشر دقائق
    H: Ten minutes, sorry, the bridge was up
    B: We have the tea on, take your time

    H: الطقس جميل اليوم، لا غيوم فوق الجبل ☀️
    A: No clouds here either, see you on top

    A: How do you say "ridge"?
    H: سلسلة جبال is a range. For a ridge my uncle just says ظهر الجبل, the back of the mountain
    B: The back of the mountain, I like that
    C: From now on nothing else

    H: لا تنسوا الماء، الطريق طويل
    A: Water, got it, two bottles
    H: خذ ثلاثًا (three)

    H: نلتقي عند {place} الساعة {time}
    A: {place}, {time}, understood
    H: ممتاز 👍

    H: شكرًا يا أصدقاء، كان يومًا رائعًا ❤️
    B: It really was
    A: Same again in two weeks?
    """

  static let german = """
    J: Moin! Ich habe das Berghüttenübernachtungsvoranmeldungsformular ausgefüllt 😅
    A: That can't be one word
    J: It's a very small form
    B: With a very large name

    J: Wettervorhersageunsicherheitszuschlag: eine Jacke mehr einpacken
    A: A jacket more, I got the second half
    C: Packed two

    J: Wer hat eigentlich den Kocher?
    B: If Kocher is the stove: me
    J: Wunderbar. Dann bringe ich Kartoffelsalat mit.
    A: That one needs no translation

    J: Schienenersatzverkehrshaltestellenschild gefunden, es steht hinter dem Baum
    J: The sign for the replacement bus. It's behind a tree.
    D: I walked past it three times
    A: Everybody did

    J: Kann jemand meine Handschuhe mitbringen? Sie liegen noch in der Hütte, oben auf dem Ofen.
    C: The grey ones? They are here
    J: Danke, du rettest meine Finger!

    J: So, Füße hoch. Was für eine Aussicht das war!
    A: 🦶🛋️
    J: Genau so

    J: Word of the day: Gipfelkreuzbesteigungsfotoreihenfolge
    B: No
    J: The order in which people take pictures at the summit cross
    C: You made that up
    J: That is how German works
    """

  static let swedish = """
    T: Tar någon med termosen?
    A: I have the big one
    T: Perfekt, då tar jag kanelbullar
    B: Cinnamon buns! 🥹

    T: Jag åker med tåget kvart över sju
    C: Quarter past seven, same one here
    T: Då ses vi på perrongen!

    T: Glöm inte solkrämen, det blir soligt på åsen
    A: Sun cream?
    T: Ja! On the ridge there's no shade at all
    D: My nose thanks you

    T: Så vackert i dag. Jag längtar redan tillbaka
    B: We haven't even left yet
    T: Jag vet 😅

    A: What's the plan for the break?
    T: Fika vid sjön, självklart ☕
    A: By the lake it is

    T: Läget? Är alla framme?
    B: All at the hut, shoes off
    T: Skönt! Vi är där om en halvtimme, spara lite soppa åt oss
    B: Soup is saved. Most of it.
    """

  static let finale = """
    M: Did anyone keep the route from last autumn?
    O> Found it: 14 km, and the hut has a stove again.
    M: 🙌
    J: [photo 1920x1080] The last bend before the ridge
    H! named the conversation “Ridge walk”
    T: So the snow is gone! Jag är med.
    T: And I have a new thermos, it holds *two litres*
    M: Saturday then. Who brings what?
    H: Bus 41 leaves at 7:20. bus.example.org/41
    H: 🥾☕
    J: Kartoffelsalat, wie immer
    O: I bring the map, the stove and the bad jokes
    S: 저도 갈게요! 김밥은 제가 챙길게요 🍙
    M: Then it is settled. See you all at the fountain, the wet side
    """
}
