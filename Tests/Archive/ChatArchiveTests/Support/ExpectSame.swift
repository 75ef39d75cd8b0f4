import Testing

/// Expects two collections to be equal. A failure prints their first difference, and not their contents, which may be
/// megabytes.
func expectSame<Elements: Collection & Equatable>(
  _ found: Elements, _ expected: Elements, sourceLocation: SourceLocation = #_sourceLocation
) where Elements.Element: Equatable {
  // Comparing texts of megabytes by their characters is slow.
  let isSame = found == expected
  #expect(isSame, "\(firstDifference(found, expected))", sourceLocation: sourceLocation)
}

private func firstDifference<Elements: Collection>(_ found: Elements, _ expected: Elements) -> String
where Elements.Element: Equatable {
  let counts = (found.count, expected.count)
  let difference = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset
  return "counts \(counts), first different at \(difference ?? min(counts.0, counts.1))"
}
