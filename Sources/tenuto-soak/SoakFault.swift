import Foundation
import TenutoProcess
import TenutoRender

/// What goes wrong in a soak.
enum SoakFault: String, CaseIterable {
  case crash, abort, exit, hang, stop, nan, slow, flood, killed

  /// The deed that a message of two bytes has the render thread do, by `faults.h`.
  private var deed: UInt8? {
    switch self {
    case .crash: 13
    case .abort: 12
    case .exit: 14
    case .hang: 17
    case .nan: 1
    case .slow: 19
    case .flood: 52
    case .stop, .killed: nil
    }
  }

  /// Whether nothing is heard of a chain for a while.
  var isHeard: Bool { self != .flood }

  /// Does it to `instance`; false where it could not be told.
  func commit(on instance: Instance) -> Bool {
    switch self {
    case .stop: return kill(instance.process.identifier, SIGSTOP) == 0
    case .killed: return kill(instance.process.identifier, SIGKILL) == 0
    default: return (try? instance.send(message: [0, deed ?? 0])) != nil
    }
  }
}
