package import TenutoTransport

/// Decides whether to mute a node because of bad output.
///
/// It mutes after three cycles in a row with NaN or infinite samples, or after 10 ms above the
/// ceiling, and ends the mute after a second of clean output.
package struct AutoMute: BitwiseCopyable {
  private(set) var isMuted = false
  private var badInRow = 0
  private var loudFrames = 0
  private var cleanFrames = 0
  private let loudLimit: Int
  private let cleanLimit: Int

  private static var badLimit: Int { @_noLocks get { 3 } }

  /// Thread: control.
  package init(sampleRate: Double) {
    loudLimit = max(1, Int(sampleRate / 100))
    cleanLimit = max(1, Int(sampleRate))
  }

  /// Whether no cycle of `frameCount` frames can mute it.
  ///
  /// Thread: render.
  @_noLocks
  func isClean(frameCount: Int) -> Bool {
    !isAwake(OutputGuard.Findings()) && frameCount < loudLimit
  }

  /// Whether a cycle must be noted: a clean cycle after a clean one changes nothing.
  ///
  /// Thread: render.
  @_noLocks
  package func isAwake(_ findings: OutputGuard.Findings) -> Bool {
    findings.badSampleCount > 0 || isMuted || badInRow > 0 || loudFrames > 0
  }

  /// Notes the findings of a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func note(_ findings: OutputGuard.Findings, frameCount: Int) {
    badInRow = findings.nonFiniteCount > 0 ? badInRow &+ 1 : 0
    loudFrames = findings.loudCount > 0 ? loudFrames &+ frameCount : 0
    cleanFrames = badInRow == 0 && loudFrames == 0 ? cleanFrames &+ frameCount : 0
    if badInRow >= Self.badLimit || loudFrames >= loudLimit {
      isMuted = true
    } else if isMuted && cleanFrames >= cleanLimit {
      isMuted = false
    }
  }

  /// Ends the mute; returns whether it was muted.
  ///
  /// Thread: render.
  @_noLocks
  mutating func unmute() -> Bool {
    let wasMuted = isMuted
    isMuted = false
    badInRow = 0
    loudFrames = 0
    cleanFrames = 0
    return wasMuted
  }
}
