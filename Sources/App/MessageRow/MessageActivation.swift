/// What a click or a key on a part of a message asks for, where the row itself cannot do it.
///
/// The row does what concerns only its look: it shows spoilers, unfolds, loads a picture again. It also opens links.
package enum MessageActivation: Hashable {
  /// Show, play or open an attachment, by its index in the message. Its file was there when the row last looked, or was
  /// not looked for.
  case attachment(Int)
  /// Open an attachment's file in another program: a picture that is too large to be shown here.
  case openFile(Int)
  /// Save a copy of an attachment's file.
  case saveAttachment(Int)
  /// Find the file of an attachment that is not where the import found it.
  case locate(Int)
  /// Tell that an attachment cannot be played in its row, and what can be done instead.
  case unplayable(Int)
  /// Show the message's place on a map.
  case place
  /// Save the message's contact as a vCard.
  case saveContact
  /// Copy the phone number of the message's contact.
  case copyPhone
  /// Change the text of a note that was written here.
  case editNote
  /// Delete a message that was written here.
  case delete
}
