extension Stock {
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
