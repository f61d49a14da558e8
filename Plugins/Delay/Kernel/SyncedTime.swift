import TenutoExtension

/// A time that follows the tempo of the music.
struct SyncedTime: BitwiseCopyable {
  /// The names of the note values by the parameter's value; the first is none.
  static let names =
    ["Off"]
    + ["1/1", "1/2", "1/4", "1/8", "1/16", "1/32"].flatMap {
      [$0, $0 + " triplet", $0 + " dotted"]
    }

  /// Quarter notes from one repeat to the next; 0 for a time that follows no tempo.
  private(set) var beats = 0.0
  /// The tempo that was followed last, in quarter notes per minute.
  private var tempo = 120.0

  /// Whether the time follows the tempo.
  var isOn: Bool { @_noLocks get { beats > 0 } }

  /// Takes the parameter's value.
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

  /// Takes the tempo and returns whether it is another one; one that cannot be is ignored.
  @_noLocks mutating func follow(_ tempo: Double) -> Bool {
    guard tempo != self.tempo, tempo > 0, tempo < 1e6 else { return false }
    self.tempo = tempo
    return true
  }

  /// Returns frames from one repeat to the next; halved until they are no more than `limit`.
  @_noLocks func frames(sampleRate: Double, limit: Int) -> Int {
    var frames = beats * 60 * sampleRate / tempo
    while frames > Double(limit) { frames /= 2 }
    return max(1, Int(frames + 0.5))
  }
}
