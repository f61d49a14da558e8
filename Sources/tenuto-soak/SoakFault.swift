import Foundation
import TenutoProcess
import TenutoRender

/// The faults of a soak.
enum SoakFault: String, CaseIterable {
  case crash, abort, exit, hang, stop, nan, slow, flood, killed

  /// The fault number for the render thread, from `faults.h`.
  private var number: UInt8? {
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

  /// Whether the fault silences the chain for a while.
  var isHeard: Bool { self != .flood }

  /// Causes the fault in `instance`; returns false if the command did not arrive.
  func commit(on instance: Instance) -> Bool {
    switch self {
    case .stop: return kill(instance.process.identifier, SIGSTOP) == 0
    case .killed: return kill(instance.process.identifier, SIGKILL) == 0
    default: return (try? instance.send(message: [0, number ?? 0])) != nil
    }
  }
}
