import Testing

/// Expects two collections to be equal. A failure prints their first difference, and not their contents, which may be
/// megabytes.
func expectSame<Found: Collection, Expected: Collection>(
  _ found: Found, _ expected: Expected, sourceLocation: SourceLocation = #_sourceLocation
) where Found.Element == Expected.Element, Found.Element: Equatable {
  let difference = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset
  let (counts, isSame) = ((found.count, expected.count), difference == nil && found.count == expected.count)
  #expect(
    isSame, "counts \(counts), first different at \(difference ?? min(counts.0, counts.1))",
    sourceLocation: sourceLocation)
}
