/// The 64-bit FNV-1a hash of a text: the same in every run and on every machine, unlike `Hasher`'s.
///
/// Fowler, Noll and Vo; RFC 9923.
func stableHash(_ text: some StringProtocol) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
}
