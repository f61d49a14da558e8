internal import Glibc

/// The target of this process.
nonisolated(unsafe) private var chosen: FuzzTarget?

/// Selects the target: the first argument, before those of libFuzzer, or `TENUTO_FUZZ_TARGET`, by
/// which libFuzzer's children find it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let words = (1..<max(1, unsafe Int(count.pointee))).compactMap { index in
    unsafe arguments.pointee[index].map { unsafe String(cString: $0) }
  }
  if words.first == "--list" { list() }
  if let name = words.first, let target = FuzzTarget.named(name) {
    unsafe setenv("TENUTO_FUZZ_TARGET", target.name, 1)
    unsafe arguments.pointee[1] = arguments.pointee[0]
    unsafe arguments.pointee += 1
    unsafe count.pointee -= 1
  }
  unsafe chosen = unsafe getenv("TENUTO_FUZZ_TARGET").flatMap { name in
    FuzzTarget.named(unsafe String(cString: name))
  }
  if unsafe chosen == nil { stop("there is no such target; --list names all") }
  return 0
}

/// Prints all targets, a line each.
private func list() -> Never {
  let text = FuzzTarget.all.map { $0.name + "\n" }.joined()
  _ = unsafe write(STDOUT_FILENO, text, text.utf8.count)
  // Not exit(): objects on this stack would count as leaks.
  _exit(0)
}

/// Runs the selected target once.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Ends the process if `isHeld` is false, which libFuzzer reports as a finding.
func check(_ isHeld: Bool, _ what: @autoclosure () -> String) {
  if !isHeld { stop(what()) }
}

/// Prints a finding, and ends the process.
func stop(_ what: String) -> Never {
  let line = "tenuto-fuzz: \(what)\n"
  _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  abort()
}
