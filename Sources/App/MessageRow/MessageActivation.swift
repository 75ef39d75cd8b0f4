/// A request from a click or a key on a part of a message, which the row itself cannot handle.
///
/// The row handles requests that concern only its look: showing spoilers, unfolding, loading a picture again. It also
/// opens links.
package enum MessageActivation: Hashable {
  /// Show, play or open an attachment, by its index in the message. Its file existed at the row's last check, or was
  /// not checked.
  case attachment(Int)
  /// Open an attachment's file in another program, for a picture that is too large to show here.
  case openFile(Int)
  /// Save a copy of an attachment's file.
  case saveAttachment(Int)
  /// Find the file of an attachment that is no longer where the import found it.
  case locate(Int)
  /// Report that an attachment cannot be played in its row, and suggest what to do instead.
  case unplayable(Int)
  /// Show the message's place on a map.
  case place
  /// Save the message's contact as a vCard.
  case saveContact
  /// Copy the phone number of the message's contact.
  case copyPhone
  /// Copy a link to the message.
  case copyLink
  /// Show the thread that the message opens, or is in.
  case thread
  /// Bookmark the message, or change its bookmark.
  case bookmark
  /// Change the text of a note that was written here.
  case editNote
  /// Delete a message that was written here.
  case delete
}
