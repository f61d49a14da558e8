import TenutoExtension

/// The notes that are played from, in the order of keys and in that of pitch.
struct HeldNotes: BitwiseCopyable {
  /// In the order in which they were pressed.
  var played = NoteList()
  /// From low to high.
  var sorted = NoteList()
  private(set) var isLatched = false

  /// Whether there is none.
  var isEmpty: Bool { @_noLocks mutating get { played.count == 0 } }

  /// Takes a key that goes down; the first one after all were up replaces what was latched.
  @_noLocks mutating func press(_ note: ArpeggioNote) {
    if !hasKeysDown { removeAll() }
    remove(note.key)
    played.append(note)
    sorted.insertByPitch(note)
  }

  /// Takes a key that goes up.
  @_noLocks mutating func release(_ key: UInt32) {
    guard isLatched else { return remove(key) }
    let index = played.index(of: key)
    if index >= 0 { played[index].isDown = false }
  }

  /// Takes out all notes of a channel of a group.
  @_noLocks mutating func removeAll(channel: UInt8, group: UInt8) {
    for index in stride(from: played.count - 1, through: 0, by: -1) {
      let note = played[index]
      if note.channel == channel && note.group == group { remove(note.key) }
    }
  }

  /// Holds notes after their keys are up, or lets go of those.
  @_noLocks mutating func setLatch(_ isOn: Bool) {
    isLatched = isOn
    guard !isOn else { return }
    for index in stride(from: played.count - 1, through: 0, by: -1) {
      let note = played[index]
      if !note.isDown { remove(note.key) }
    }
  }

  /// Takes out all notes.
  @_noLocks mutating func removeAll() {
    played.removeAll()
    sorted.removeAll()
  }

  private var hasKeysDown: Bool {
    @_noLocks mutating get {
      for index in 0..<played.count where played[index].isDown { return true }
      return false
    }
  }

  @_noLocks private mutating func remove(_ key: UInt32) {
    played.remove(at: played.index(of: key))
    sorted.remove(at: sorted.index(of: key))
  }
}
