internal import TenutoCore

/// The reason why the file of a node's state is unusable, worded to follow the file's name.
struct StateFault: Error, Equatable, Sendable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Decodes a state from its bytes.
  static func state(_ bytes: [UInt8]) throws(StateFault) -> ComponentState {
    do throws(StateError) {
      return try ComponentState(decoding: bytes)
    } catch {
      throw StateFault(bytes.isEmpty ? "is empty" : "is damaged")
    }
  }
}
