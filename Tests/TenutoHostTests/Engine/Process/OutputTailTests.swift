import Testing

@testable import TenutoProcess

struct OutputTailTests {
  @Test func theLastLinesAreKept() {
    var tail = OutputTail()
    tail.append(Array("one\ntwo\n\nth".utf8))
    tail.append(Array("ree\r\nfour".utf8))
    #expect(tail.lastLines(2) == ["three", "four"])
    #expect(tail.lastLines(9) == ["one", "two", "three", "four"])
    #expect(OutputTail().lastLines(5) == [])
  }

  @Test func memoryIsBounded() {
    var tail = OutputTail()
    for _ in 0..<100 { tail.append([UInt8](repeating: 0x41, count: 5000)) }
    #expect(tail.bytes.count == OutputTail.limit)
  }

  @Test func textThatWouldSteerATerminalIsMadeHarmless() {
    var tail = OutputTail()
    tail.append([0x1B, 0x5B, 0x32, 0x4A, 0x07, 0x09, 0xFF, 0x41])
    #expect(tail.lastLines(1) == ["\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}A"])
  }

  @Test func waitStatusesAreRead() {
    #expect(ProcessExit(waitStatus: 0) == .exited(code: 0))
    #expect(ProcessExit(waitStatus: 3 << 8) == .exited(code: 3))
    #expect(ProcessExit(waitStatus: 11) == .signaled(number: 11))
    #expect(ProcessExit(waitStatus: 6 | 0x80) == .signaled(number: 6))
    #expect(ProcessExit.signaled(number: 11).description == "was ended by SIGSEGV (signal 11)")
    #expect(ProcessExit.signaled(number: 40).description == "was ended by a signal (signal 40)")
    #expect(ProcessExit.exited(code: 3).description == "exited with code 3")
  }
}
