internal import TenutoCore

/// Why the file of a node's state cannot be used, for a sentence that begins with its name.
struct StateFault: Error, Equatable, Sendable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The state that bytes are.
  static func state(_ bytes: [UInt8]) throws(StateFault) -> ComponentState {
    do throws(StateError) {
      return try ComponentState(decoding: bytes)
    } catch {
      throw StateFault(bytes.isEmpty ? "is empty" : "is damaged")
    }
  }
}
