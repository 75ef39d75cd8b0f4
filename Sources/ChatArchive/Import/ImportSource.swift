/// One file, read record by record from front to back.
///
/// `next` returns nil at the end of the file and also where it cannot be read on; `failure` tells them apart.
protocol ImportSource: IteratorProtocol where Element == ImportItem {
  /// Bytes read so far.
  var offset: Int64 { get }
  /// What ended the reading early.
  var failure: ImportError? { get }
}

/// What an importer finds in a file.
enum ImportItem: Sendable, Hashable {
  case message(ImportedMessage)
  case problem(ImportProblem)
}
