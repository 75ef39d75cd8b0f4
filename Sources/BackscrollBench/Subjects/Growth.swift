/// The rows that have grown, and by how many points.
@MainActor
final class Growth {
  private var points: [Int: Int] = [:]

  subscript(number: Int) -> Int {
    get { points[number] ?? 0 }
    set { points[number] = newValue }
  }
}
