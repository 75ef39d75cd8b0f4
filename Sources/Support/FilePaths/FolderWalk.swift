/// The contents of a folder and its subfolders, in no order. Symbolic links are not followed. The contents of hidden
/// and unreadable subfolders are left out.
package struct FolderWalk: Sequence, IteratorProtocol {
  package struct Item {
    /// Relative to the folder.
    package let path: String
    package let status: FilePath.Status
  }

  private let root: String
  /// The subfolders that are not read yet.
  private var folders: [String] = []
  private var folder = ""
  private var names: [String]

  /// Fails if the folder cannot be read.
  package init?(_ folder: String) {
    guard let names = FilePath.names(in: folder) else { return nil }
    root = folder
    self.names = names
  }

  package mutating func next() -> Item? {
    while true {
      if let name = names.popLast() {
        let path = folder + name
        guard let status = FilePath.status(of: "\(root)/\(path)", followsLinks: false) else { continue }
        if status.kind == .folder, !name.hasPrefix(".") { folders.append(path + "/") }
        return Item(path: path, status: status)
      }
      guard let next = folders.popLast() else { return nil }
      folder = next
      names = FilePath.names(in: "\(root)/\(next)") ?? []
    }
  }
}
