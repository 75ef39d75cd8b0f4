/// A field of software, with the words its made-up repositories are told in.
struct SampleField: Sendable {
  /// What a repository is named after, behind a word of ``SampleWords/flavours``.
  var nouns: [String]
  /// What it is, as a sentence.
  var phrases: [String]
  var topics: [String]
  /// The commoner a language is in the field, the oftener it stands here.
  var languages: [String]
}
