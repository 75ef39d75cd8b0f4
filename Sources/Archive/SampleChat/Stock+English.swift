/// The exchanges in English, by subject.
extension Stock {
  static let route = """
    A: Has anybody got the track of the long loop we did in June?
    B: I think I have it somewhere
    B: Found it: {km} km, and the hut has a stove again. | Here: {km} km, {climb} m up. The last part is steep.
    C: The stove alone is worth the climb | I remember the last part. My knees do too.
    A: Then {day} it is?
    C: In

    A: {place} or {place2} this time?
    B: {place}, the view is better | {place2}, I know every stone at {place} by now
    C: {place2} has the shorter way back
    C: and a bench in the sun
    D: I go wherever the bench is
    A: The bench wins, as always

    A: The bridge below {place} is closed until May
    A: They put up a sign, very small, behind a bush
    B: So how do we cross?
    A: Upstream there is a ford, ankle deep | There is a detour, forty minutes more
    C: I'll bring the old shoes then
    B: *Nobody* mentions the last ford please

    B: How long is it from {place} to {place2}?
    A: About {hours} hours if nobody stops for pictures
    C: So {hours} plus two
    D: 😂
    B: I heard that, and I will still stop for every single flower

    A: I drew a new line on the map, have a look: https://maps.example.org/ridge/{number}
    B: Looks good. Is that a path or a wish?
    A: A path. Mostly.
    C: "Mostly" was also the word last time
    A: Last time we had a lovely evening in the brambles

    A: Meeting point: the fountain at {place}, {time}
    B: Which side of the fountain?
    A: The wet one
    C: Noted

    A: {climb} metres of climbing, is that fine for everybody?
    B: Fine
    C: Fine, slowly
    D: With two breaks, and soup
    A: There will be soup

    D: Has anybody walked the north side of {place}?
    C: Twice. In the morning it is all shade and ice.
    C: After noon it's fine
    D: Then we do it the other way round
    A: Good idea, sun in the back too

    A: Change of plan: we start at {place2}, not at {place}
    A: The car park there is free
    B: Thanks for telling us *before* we leave this time
    A: I am learning

    B: Is there water on the way?
    A: One spring after the second gate, and the stream at {place}
    C: The spring was dry in August
    A: Then two litres each, to be sure

    A: I walked the first half today to have a look
    A: All clear, two fallen trees, you can climb over
    A: Snow starts at the upper gate
    A: Not deep. Above the boots only where the wind has put it.
    B: You're the best scout we have
    C: We have only one

    C: Which way did you go down in the end?
    D: Along the stream. Slippery but beautiful.
    C: Did you find the waterfall?
    D: We heard it, that counts

    A: Loop or there and back?
    B: Loop!
    C: Loop
    D: I lost my hat on the way up, so: there and back
    """

  static let weather = """
    A: What does the forecast say for {day}?
    B: Sun until three, then a bit of everything | {temp} degrees, dry, wind from the west
    C: A bit of everything is my favourite weather
    A: So we start early. {time}?
    B: {time}. Ugh. Yes.

    A: It's snowing up there!
    B: In March? | Again?
    A: Look at the webcam: https://cam.example.com/{number}
    C: Oh that is pretty
    D: Pretty cold

    B: Rain radar looks bad for the afternoon
    C: How bad?
    B: Purple
    C: I didn't know it goes to purple
    A: Then let's do the short one and be at the hut by noon

    A: The fog is so thick that I can't see my own gate
    B: It should lift by ten
    A: It's ten
    B: By eleven

    C: {temp} degrees at the top, feels like less
    A: How much less?
    C: Gloves less
    B: I'll bring the spare pair, the red ones

    A: Thunder over {place}, we turned back
    B: Good call
    C: Everybody dry?
    A: Nobody dry. Everybody happy.

    D: The wind took my map
    D: And then my lunch bag
    B: Keep the hat!
    D: I'm *holding* the hat

    A: Sunrise is at {time} on {day}, if anyone wants to see it from the top
    B: I want to have seen it
    C: I'll come. Who has a second head torch?
    A: I do

    B: What a day. Not one cloud.
    A: I got sunburnt on one ear only
    C: The west ear
    B: 😄
    """

  static let trains = """
    A: Bus {line} leaves at {time}. bus.example.org/{line}
    B: And the one before?
    A: Forty minutes earlier, from platform {platform}
    C: I take the later one and walk faster

    A: I'm on the train, last carriage
    B: We are in the first one
    A: See you in the middle
    B: There's a dining car in the middle
    A: Exactly

    B: Missed it
    B: By this much 🤏
    C: Next one is at {time}, we wait at {place}
    B: I'll bring cake as an apology
    A: Miss it more often

    A: Replacement bus again from {place}
    C: Since when?
    A: Since always, I think
    D: It's the scenic line now

    C: Do we get the group ticket? It pays off from five people on
    A: We are six
    B: Five and a half, I leave at {place}
    C: Group ticket it is, I'll buy it. You owe me {number} each, I'll round down

    A: Which side has the view?
    B: Left until the tunnel, right after it
    C: I love that someone knows this

    D: The conductor recognised us
    A: From the singing?
    D: From the mud

    A: Last train back is at {late}, please let us not do that again
    B: The night at the station was *romantic*
    C: It was a bench
    B: A romantic bench

    B: I can take three people and four rucksacks in the car
    A: And if it's four people?
    B: Then three rucksacks
    C: I carry mine on my knees
    """

  static let food = """
    A: Who brings what?
    B: {food} | I'll make {food}
    C: {food2} and a thermos of tea
    D: I bring appetite
    A: We have enough of that

    A: There is cake at the hut until it's gone
    B: When is it usually gone?
    A: When we have been there
    C: 🍰🍰🍰

    C: I baked
    C: It fell apart
    C: It's very good in pieces though
    A: Bring the pieces!
    B: Pieces are easier to share

    A: Does anyone still not eat mushrooms?
    B: Me
    A: And nuts?
    C: Nuts are fine, it's the celery
    D: I keep a list, nobody has to worry

    B: Best soup in years at {place} today
    A: Which one?
    B: Potato, with something green
    C: You always say that
    B: And I'm always right

    A: Coffee before or after the climb?
    B: Yes
    C: ☕
    D: ☕☕

    D: I found the recipe for {food}
    D: https://example.org/recipes/{number}
    A: That takes four hours!
    D: Three of them you just wait
    B: So, {day} then

    A: The stove is out of gas
    B: I have a cartridge, half full
    A: Half is four coffees, that'll do
    C: Five if we take small ones

    C: What was the name of that cheese?
    B: We called it the loud one
    C: I can still smell the rucksack
    A: It lives on the balcony now

    A: {food} at {place}, who would have thought
    C: At one thousand metres everything tastes
    B: I ate an apple up there that changed my life
    """

  static let gear = """
    A: Can I borrow {gear} from somebody?
    B: Mine is in the cellar, I'll look | You can have mine, it has one small hole
    B: Found it. Under the skis, under the tent, under the other tent.
    A: You're a treasure
    C: You're a *warehouse*

    A: New boots!
    B: Walk them in before {day}
    A: I'm wearing them at my desk
    C: And? How's the desk?
    A: Steep

    C: What's the weight of your pack?
    B: Nine kilos
    A: Seven
    D: Four, but you carry the tent
    B: I noticed

    A: Battery of the head torch is flat again
    B: Take it out when you don't use it
    A: Every time I think: next time

    D: The zip is broken. Any ideas?
    C: Candle wax
    A: Pliers, a tiny bit, on both sides
    D: Wax worked! Thank you 🙏

    B: Do we need {gear}?
    A: Need, no. Want, yes.
    C: The tip with {gear} saved us at {place}
    B: Packed

    A: I made a list so that we don't carry five of everything
    B: Last time we had six corkscrews
    C: And no bottle
    A: The file is called `who-brings-what.txt`, please edit only your own line
    D: I edited all of them by accident, sorry
    A: I have a copy

    A: Does anybody know how to set the altimeter?
    B: Hold `MODE` for three seconds, then `+` until it agrees with the sign
    A: Which sign?
    B: The one at {place} that's wrong by ten metres
    C: So everything here is wrong by ten metres
    B: But all of us by the same ten

    C: Poles or no poles?
    A: Poles for the way down
    B: I have a stick with a history
    """

  static let photos = """
    A: [photo] The last bend before the ridge
    B: That light!
    C: Is this {place}?
    A: Yes, {day} evening

    A: [photo]
    A: [photo] and the same place ten minutes later
    B: You would think those are two seasons
    D: 😍

    B: Could you send me the one with all of us?
    A: [photo] This one?
    B: Yes! My eyes are closed but my heart is open
    C: Going to print it

    A: [photo] Guess where
    B: {place}?
    C: No, too green. {place2}!
    A: {place2} it is, from behind
    B: Nobody knows it from behind

    C: I sorted the pictures, all {number} of them
    C: https://photos.example.com/album/ridge-{number}
    A: Thank you! That must have taken hours
    C: It was raining anyway
    B: Number 31 must never leave this group

    D: [photo 10800x2400] Panorama from the top. It's very wide, sorry
    A: Don't be sorry, you can see my house
    B: You can see *my mother's* house

    A: [photo] This flower, does anyone know it?
    B: Gentian | An early one! Pasqueflower, I think
    C: In this cold? Brave thing

    B: [photo] Found this sign today
    C: "Path may contain path"
    A: 😂 that can't be real
    B: I swear
    """

  static let banter = """
    A: Who snored in the hut?
    B: Not me
    C: Not me
    D: It was the wind
    A: The wind said my name

    A: I can't feel my legs
    B: It's Tuesday
    A: I know
    C: You'll feel them on Thursday, believe me

    C: Quick question, how many kilometres did we say?
    A: {km}
    C: My watch says {km2}
    B: Your watch went back for the sandwich
    C: *We* went back for the sandwich

    B: Small reminder that I won the card game
    A: You won one round
    B: The last one
    C: The one that counts, apparently

    A: Happy birthday @Tove! 🎉
    C: Happy birthday! 🥳🎂
    B: All the best, and a long ridge
    T: Tack så mycket allihopa! ❤️
    T: There will be cake on {day}, there'll be a lot of cake

    A: The sheep followed us to {place} again
    B: The same sheep?
    A: It knows my name by now
    D: It knows your lunch by now

    C: Good morning from the top of the world
    A: Where's that?
    C: My kitchen, fourth floor
    B: Base camp

    D: Does anyone remember the song from the train?
    B: No
    A: No
    C: _hums it all day_
    D: Thanks, now I have it too

    A: I counted: this year we walked further than from here to the sea
    B: In a straight line?
    A: With all our detours: there and back

    A: Sorry for the silence, work was a mountain
    B: But not a nice one
    A: No hut, no soup
    C: Come on {day}, we'll carry you if we must

    B: Vote: longer walks or more breaks?
    C: More breaks
    D: More breaks
    A: Breaks
    B: Democracy is tiring

    A: aaaa
    A: {scream}
    B: What happened?
    A: Summit!
    C: 👏👏👏

    C: I told my grandmother about {place}
    C: She walked there in 1961, in ordinary shoes
    A: Of course she did
    B: Invite her
    C: She said she's waiting for you to get faster

    A: Are we still doing the thing on {day}?
    B: Which thing?
    A: The thing with the lanterns
    B: Oh yes! {late}, at {place}
    D: I have eleven lanterns and no matches

    A: Good night, everyone. Feet up, lights out.
    B: Good night 🌙
    C: Sleep well

    B: Who has the key of the hut?
    A: I gave it to @Jonas
    J: I gave it to @Amir
    H: It's under the third flowerpot, where it always is
    B: So none of you had it
    H: The flowerpot has it
    """

  static let stories = """
    A: I have to tell you what happened on the way to {place}. I sat down on a wall to eat, and an old man came out of the house behind it, looked at my bread, went in again and came back with a jar of honey. He didn't say a word. He just put it down next to me and went back to his bees.
    B: You always meet the good ones
    C: Did you keep the jar?
    A: It's on my desk. Empty since Wednesday.

    B: For those who weren't there: we missed the turn at {place}, walked down the wrong valley for an hour and noticed it only when the river ran the other way. Then it turned out that the wrong valley has a bakery, and the right one hasn't. We will miss that turn again.
    A: So that's why you came back so happy
    C: What did they have?
    B: Everything

    C: Can I say something serious for once? I was not doing very well this winter, and these walks were what got me out of the house. You never asked why I was so quiet, you just handed me the thermos. Thank you for that.
    A: ❤️
    B: Any time. There's always a cup for you.
    D: We need you. Who else reads the map?

    D: The man at the station says the path over {place} will be moved next year, thirty metres to the east, because of the stones. He has walked it since he was a boy. He says the path has moved four times in his life and the mountain only once, and that it was louder when the mountain did it.
    A: I want to go for a walk with that man
    B: We should ask him
    D: I did. He said: "I walk alone, but not on {day}."

    A: A short report. Up at {time}, nobody else on the path, hoarfrost on every blade of grass. At {place} the sun came over the edge and within ten minutes all of it was dripping. I have no pictures of that, my hands were too cold to hold anything but the tea.
    C: You don't need pictures, I was there just now
    B: Beautifully told
    A: Thank you. I practised on the way down.

    B: What I learnt today, in order: that the gate at {place} opens towards you. That a rucksack floats. That wet matches are not matches. That {food} can be eaten with a tent peg. That I would do it all again.
    A: In that order?
    B: No. The gate last.
    D: 😂😂
    """
}
