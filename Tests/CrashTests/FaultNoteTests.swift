import Glibc
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoTransport
import TestSupport
import Testing

/// An extension's report of its crash, and how far it is trusted.
struct FaultNoteTests {
  private static let line =
    "tenuto-fault 1 signal=11 code=1 address=0x10 pc=+0x1234 sp=0x7ffc00000000 thread=2 "
    + "data=512 frames=+0x20,0x7f00"

  private func read(_ text: String) -> FaultNote? { FaultNote(output: Array(text.utf8)) }

  @Test func aNoteIsReadBetweenOtherLines() throws {
    let note = try #require(read("hello\n\(Self.line)\nbye\n"))
    #expect(note.signal == 11 && note.code == 1 && note.address == 16)
    #expect(note.programCounter == .inExecutable(0x1234))
    #expect(note.frames == [.inExecutable(0x20), .absolute(0x7F00)])
    #expect(note.dataPages == 512 && note.thread == 2)
  }

  @Test(arguments: [
    ("signal=11", "signal=65"), ("signal=11", "signal=+11"), ("signal=11", "signal="),
    ("code=1", "code=1 code=1"), ("address=0x10", "address=10"), ("pc=+0x1234", "pc=+-0x1234"),
    ("address=0x10", "address=0x-1"), ("sp=0x7ffc00000000", "sp=0x17ffc0000000000000"),
    ("thread=2", "thread=0"), ("data=512", "data=-1"), ("frames=+0x20,0x7f00", "frames=+0x20,"),
    ("data=512 ", "data=512  "), ("tenuto-fault 1", "tenuto-fault 2"), ("pc=", "\u{E9}c="),
  ])
  func aMalformedNoteIsNone(_ word: String, _ other: String) {
    let parts = Self.line.split(separator: word, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    #expect(read("\(parts[0])\(other)\(parts[1])\n") == nil)
  }

  @Test func tooManyFramesAreNoNote() {
    let frames = Array(repeating: "+0x1", count: 49).joined(separator: ",")
    #expect(read(Self.line.split(separator: "frames=")[0] + "frames=\(frames)") == nil)
  }

  @Test func randomBytesDoNotTrap() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<3000 {
      var bytes = Array("x\n\(Self.line)\n".utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = FaultNote(output: bytes)
    }
  }

  /// The faults of the fixture, the resulting signals, and a function on the stack.
  @Test(arguments: [(1, SIGABRT, "render"), (2, SIGSEGV, "overflowStack")])
  func aCrashLeavesANote(_ fault: Int, _ signal: CInt, _ function: String) throws {
    let flight = try Flight(.crashing())
    flight.send(.parameter(address: 2, value: Float(fault)))
    flight.render(64)
    #expect(eventually { flight.instance.process.exit != nil })
    #expect(flight.instance.process.exit == .signaled(number: signal))
    let note = try #require(FaultNote(output: flight.instance.process.outputTail))
    #expect(note.signal == signal)
    #expect(note.dataPages > 0)
    let symbols = SymbolTable(path: flight.instance.process.executablePath)
    let names = ([note.programCounter] + note.frames).compactMap { address -> String? in
      guard case .inExecutable(let value) = address else { return nil }
      return symbols.symbol(at: value).map { Demangling.name($0.symbol.name) }
    }
    #expect(names.contains { $0.contains(function) || $0.contains("runLoop") }, "\(names)")
  }

  @Test func anExitWithoutASignalLeavesNone() throws {
    let flight = try Flight(.crashing())
    flight.send(.parameter(address: 2, value: 3))
    flight.render(64)
    #expect(eventually { flight.instance.process.exit == .exited(code: 0) })
    #expect(FaultNote(output: flight.instance.process.outputTail) == nil)
  }

  @Test func theExtensionForAuthorsOfCLeavesANote() throws {
    let instance = try Instance(built: "CProbe", "aumf cprb Test")
    kill(instance.process.identifier, SIGFPE)
    #expect(eventually { instance.process.exit == .signaled(number: SIGFPE) })
    #expect(FaultNote(output: instance.process.outputTail)?.signal == SIGFPE)
  }
}
