/// What a field of the comparison came to.
struct CellResult: Codable, Sendable {
  var spec: CellSpec
  /// Of all rounds together; of drift the sums.
  var readings: [Reading] = []
  /// Why there are none.
  var note: String?

  /// Takes in another round's.
  mutating func add(_ round: [Reading]) {
    for reading in round {
      guard let index = readings.firstIndex(where: { $0.name == reading.name }) else {
        readings.append(reading)
        continue
      }
      readings[index].merge(reading)
    }
  }
}
