/// What the header says of a page that is no conversation.
struct PageTitle: Equatable, Sendable {
  let heading: String
  let caption: String
  /// The page was reached from another one: a button leads back.
  let canGoBack: Bool

  init(_ heading: String, caption: String = "", canGoBack: Bool = false) {
    self.heading = heading
    self.caption = caption
    self.canGoBack = canGoBack
  }
}
