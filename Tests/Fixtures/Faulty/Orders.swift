import CFaults
import Glibc

/// The faults that the environment orders.
enum Orders {
  /// The fault's number, 0 for none.
  static let number = Int(unsafe fault_number(text("FAULT")))
  /// The time of the fault.
  static let time = text("AT")
  /// The cycle of the fault.
  static let cycle = Int(text("CYCLE")) ?? 1
  /// Its duration in microseconds.
  static let amount = UInt32(text("AMOUNT")) ?? 8000

  private static func text(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }

  /// Commits the fault for `time`, on the control thread.
  static func commit(at time: String) {
    guard time == self.time else { return }
    fault_commit(CInt(number), amount, nil)
  }
}
