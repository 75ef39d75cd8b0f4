import Foundation

/// The environment variable with the name of the target.
private let variable = "BACKSCROLL_FUZZ_TARGET"

/// The target of this process.
private let target: any FuzzTarget = {
  let name = ProcessInfo.processInfo.environment[variable] ?? ""
  guard let target = FuzzTargets.named(name) else { fatalError("\(variable) names no target: “\(name)”") }
  return target
}()

// The names and the pointers of these two functions are those of libFuzzer's C interface.

/// Called by libFuzzer before it reads its arguments. Without a target to fuzz, the program does what it does without
/// libFuzzer.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(_ count: UnsafePointer<CInt>, _ arguments: UnsafeRawPointer) -> CInt {
  if ProcessInfo.processInfo.environment[variable] == nil {
    exit(FuzzProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
  return 0
}

/// Called by libFuzzer with each input, which is valid during the call and is copied. A trap is a finding, so a broken
/// law traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(Finding) {
    try target.check(input)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
