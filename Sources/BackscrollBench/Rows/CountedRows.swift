import Backscroll
import ScrollCore

/// Rows that are nothing but their numbers: what the model of a list costs that has not loaded its rows.
@MainActor
final class CountedRows: ListModel {
  private(set) var count: Int
  private var first = 0
  let changes = ListChanges()

  init(count: Int) { self.count = count }

  subscript(index: Int) -> Int { first + index }
  func id(at index: Int) -> Int { first + index }
  func index(of id: Int) -> Int? { (0..<count).contains(id - first) ? id - first : nil }

  func prepend(_ rows: Int) {
    first -= rows
    count += rows
    changes.send(.splice(Splice(at: 0, inserting: rows)))
  }

  func update(_ id: Int) {
    if let index = index(of: id) { changes.send(.update(index: index)) }
  }
}
