/// The sets of options that the Picker tab offers: none known, and so many.
enum PickerChoice: String, CaseIterable {
  case none = "nil"
  case one = "1"
  case two = "2"
  case four = "4"
  case twelve = "12"

  /// nil: not known.
  var options: [String]? { Int(rawValue).map { (1...$0).map(OptionName.option) } }
}
