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
}
