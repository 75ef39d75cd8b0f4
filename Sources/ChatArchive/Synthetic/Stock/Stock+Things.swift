extension Stock {
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
}
