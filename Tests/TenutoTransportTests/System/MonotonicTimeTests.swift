import TenutoTransport
import Testing

struct MonotonicTimeTests {
  @Test func timeIsMonotonic() {
    var last = MonotonicTime.now
    for _ in 0..<1000 {
      let now = MonotonicTime.now
      #expect(now >= last)
      last = now
    }
  }

  @Test func laterIsGreaterAndNeverIsZero() {
    #expect(MonotonicTime.after(milliseconds: 1000) > .now)
    #expect(MonotonicTime.never.nanoseconds == 0)
  }
}
