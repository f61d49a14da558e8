import CFaults
import Glibc

/// What the environment says.
enum Orders {
  /// The fault's number, 0 for none.
  static let number = Int(unsafe fault_number(text("FAULT")))
  /// When it happens.
  static let time = text("AT")
  /// The cycle in which it happens.
  static let cycle = Int(text("CYCLE")) ?? 1
  /// How long it takes, in microseconds.
  static let amount = UInt32(text("AMOUNT")) ?? 8000

  private static func text(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }

  /// Does what is to happen at `time`, on the control thread.
  static func commit(at time: String) {
    guard time == self.time else { return }
    fault_commit(CInt(number), amount, nil)
  }
}
