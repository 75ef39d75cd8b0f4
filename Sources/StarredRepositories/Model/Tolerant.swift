/// A value that could not be read is nil, and the list it stands in is read on.
struct Tolerant<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

extension Tolerant: Sendable where Value: Sendable {}
