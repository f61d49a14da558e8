internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The reason why a shadow has taken over.
package enum TakeoverCause: BitwiseCopyable, Sendable {
  /// The process has ended, or is about to.
  case ended
  /// It did not answer early enough to leave the shadow its time.
  case hung
  /// Its output contained NaN or infinity, or it broke the protocol of the cycle.
  case nonsense
}

/// A shadow's takeover, as seen by the instance that it replaced.
package struct Takeover: Sendable {
  /// The reason for the takeover.
  package let cause: TakeoverCause
  /// The cycle that the shadow rendered in place of the instance.
  let cycle: UInt32
  /// The memory of the instance.
  let memory: InstanceMemory

  /// Whether the instance has finished or skipped that cycle meanwhile.
  ///
  /// Thread: any. By the extension's own claim.
  var isAnswered: Bool {
    let port = memory.port
    return Int32(bitPattern: port.doneCycle &- cycle) >= 0
      && port.report.status != RenderStatus.crashed.rawValue
  }
}

extension Instance {
  /// The takeover by its shadow; nil if there was none.
  package var takeover: Takeover? { setup.withLock { $0.takeover } }

  /// Whether it was late for the cycle that its shadow took over, and does not hang: it has dealt
  /// with the cycle meanwhile, or its render thread has ended at the host's request.
  package var wasLate: Bool {
    let (takeover, hasEnded) = setup.withLock { ($0.takeover, $0.hasEndedRendering) }
    return takeover != nil && hasEnded || takeover?.isAnswered ?? false
  }

  /// Whether its process has ended, or its fault handler has announced its end.
  var hasEnded: Bool {
    let status = setup.withLock { $0.memory }?.port.report.status
    return status == RenderStatus.crashed.rawValue || !process.monitor.life.isAlive
  }
}
