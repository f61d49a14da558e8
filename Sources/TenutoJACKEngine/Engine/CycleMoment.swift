internal import CJACK
internal import TenutoJACK
internal import TenutoTransport

/// JACK's times of a cycle, which are the same for all clients.
struct CycleMoment: BitwiseCopyable {
  /// Time of the first frame, in JACK's frames.
  let frameTime: UInt32
  /// The transport at the first frame.
  let transport: JACKTransport
  /// The start of the cycle, as it counts for deadlines.
  let start: MonotonicTime
  /// Nanoseconds for which the server waits for its clients: a period, or more if it freewheels.
  let window: Double
  /// Whether the server freewheels.
  let isFreewheeling: Bool

  /// The deadline for the extension's answer in a node whose callback began at `began`.
  ///
  /// The deadline is a `share` of the period, counted from the start of the cycle, because the
  /// nodes of a chain run one after the other. A node that begins late still has a tenth of a
  /// period. While the server freewheels, the limit is half of JACK's own, so that only a hung
  /// extension misses it and the server does not drop the other clients.
  ///
  /// Thread: render.
  @_noLocks
  func limit(began: MonotonicTime, share: Double) -> MonotonicTime {
    // The client that asked for the times began at most a period and a quarter after the start. If
    // the machine has stood still since then, the cycle is lost, and not by an extension.
    let isPlausible = began.nanoseconds &- start.nanoseconds <= UInt64(window * 1.25)
    let start = isPlausible ? start : began
    let limit = start.nanoseconds &+ UInt64(window * (isFreewheeling ? 0.5 : share))
    return MonotonicTime(nanoseconds: max(limit, began.nanoseconds &+ UInt64(window / 10)))
  }

  /// The deadline of a freewheeling cycle; nil of any other.
  var freewheelEnd: MonotonicTime? {
    @_noLocks get {
      isFreewheeling ? MonotonicTime(nanoseconds: start.nanoseconds &+ UInt64(window * 0.9)) : nil
    }
  }
}

extension JACKCycle {
  /// The times of the cycle, in a callback that began at `now`.
  ///
  /// Thread: render.
  @_noLocks
  func moment(
    at now: MonotonicTime, sampleRate: Double, isFreewheeling: Bool
  ) -> CycleMoment {
    let window =
      isFreewheeling ? Self.freewheelTimeout : Double(frameCount) * 1e9 / max(1, sampleRate)
    let elapsed = isFreewheeling ? freewheelElapsed : elapsed(of: window)
    return CycleMoment(
      frameTime: frameTime, transport: transport,
      start: MonotonicTime(nanoseconds: now.nanoseconds &- elapsed), window: window,
      isFreewheeling: isFreewheeling)
  }

  /// Nanoseconds for which a freewheeling server waits for its clients before it drops them.
  private static var freewheelTimeout: Double { @_noLocks get { 10e9 } }

  private var freewheelElapsed: UInt64 {
    @_noLocks get {
      let elapsed = smoothedElapsed ?? 0
      return elapsed <= UInt64(Self.freewheelTimeout) ? elapsed : 0
    }
  }

  @_noLocks
  private func elapsed(of period: Double) -> UInt64 {
    Self.elapsed(
      ofServer: Double(framesSinceStart) / Double(max(1, frameCount)) * period,
      smoothed: smoothedElapsed, period: period)
  }

  /// The nanoseconds that count of a cycle of `period` nanoseconds.
  ///
  /// JACK's smoothed time is that of the sound card, even if the server woke late. It counts for at
  /// most a quarter of the period: after the machine has stood still, JACK 1.9 with its dummy driver
  /// is wrong by up to several periods for seconds.
  ///
  /// Thread: render.
  /// - Parameters:
  ///   - ofServer: Nanoseconds since the server woke; more than a period is implausible.
  ///   - smoothed: Nanoseconds since the start of the cycle by the smoothed time, nil if unknown.
  ///   - period: Nanoseconds of a period.
  /// - Returns: At most `period` and a quarter.
  @_noLocks
  static func elapsed(ofServer: Double, smoothed: UInt64?, period: Double) -> UInt64 {
    guard ofServer <= period else { return 0 }
    let least = UInt64(ofServer)
    guard let smoothed, smoothed > least, smoothed &- least <= UInt64(period / 4) else {
      return least
    }
    return smoothed
  }

  /// Nanoseconds since the start of the cycle by JACK's smoothed time; nil if that is in the future.
  private var smoothedElapsed: UInt64? {
    @_noLocks get {
      guard let times else { return nil }
      let elapsed = (cjack_get_time() &- times.startMicroseconds)
        .multipliedReportingOverflow(by: 1000)
      return elapsed.overflow ? nil : elapsed.partialValue
    }
  }
}
