import TenutoExtension

/// A time that follows the tempo of the music.
struct SyncedTime: BitwiseCopyable {
  /// The names of the note values by the parameter's value; the first means no sync.
  static let names =
    ["Off"]
    + ["1/1", "1/2", "1/4", "1/8", "1/16", "1/32"].flatMap {
      [$0, $0 + " triplet", $0 + " dotted"]
    }

  /// Quarter notes from one repeat to the next, or 0 without sync.
  private(set) var beats = 0.0
  /// The last tempo in quarter notes per minute.
  private var tempo = 120.0

  /// Whether the time follows the tempo.
  var isOn: Bool { @_noLocks get { beats > 0 } }

  /// Sets the note value from the parameter's value.
  @_noLocks mutating func set(_ value: Float) {
    let index = value > 0 ? Int(min(value, 18) + 0.5) : 0
    guard index > 0 else { return beats = 0 }
    let straight = 4 / Double(1 << ((index - 1) / 3))
    switch (index - 1) % 3 {
    case 1: beats = straight * 2 / 3
    case 2: beats = straight * 3 / 2
    default: beats = straight
    }
  }

  /// Sets the tempo, unless it is invalid, and returns whether it changed.
  @_noLocks mutating func follow(_ tempo: Double) -> Bool {
    guard tempo != self.tempo, tempo > 0, tempo < 1e6 else { return false }
    self.tempo = tempo
    return true
  }

  /// Returns the frames from one repeat to the next, halved until they are at most `limit`.
  @_noLocks func frames(sampleRate: Double, limit: Int) -> Int {
    var frames = beats * 60 * sampleRate / tempo
    while frames > Double(limit) { frames /= 2 }
    return max(1, Int(frames + 0.5))
  }
}
