package import TenutoTransport

/// Whether a node is to be silent for what it puts out.
///
/// Muted after three cycles in a row with samples that are no numbers, or 10 ms above the ceiling;
/// heard again after a second of clean output.
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

  /// Whether nothing that a cycle of so many frames may bring can mute it.
  ///
  /// Thread: render.
  @_noLocks
  func isAtEase(frameCount: Int) -> Bool {
    !isAwake(OutputGuard.Findings()) && frameCount < loudLimit
  }

  /// Whether a cycle has to be noted: after a clean one there is nothing to note in a clean one.
  ///
  /// Thread: render.
  @_noLocks
  package func isAwake(_ findings: OutputGuard.Findings) -> Bool {
    findings.badSampleCount > 0 || isMuted || badInRow > 0 || loudFrames > 0
  }

  /// Notes what a cycle has brought.
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

  /// Lets it be heard again; whether it was muted.
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
