import TenutoExtension

/// The held and latched notes, in the order of key presses and in the order of pitch.
struct HeldNotes: BitwiseCopyable {
  /// In the order in which they were pressed.
  var played = NoteList()
  /// From low to high.
  var sorted = NoteList()
  private(set) var isLatched = false

  /// Whether the list is empty.
  var isEmpty: Bool { @_noLocks mutating get { played.count == 0 } }

  /// Adds the note of a pressed key; the first key after all were up replaces the latched notes.
  @_noLocks mutating func press(_ note: ArpeggioNote) {
    if !hasKeysDown { removeAll() }
    remove(note.key)
    played.append(note)
    sorted.insertByPitch(note)
  }

  /// Removes the note of a released key, or keeps the note if it is latched.
  @_noLocks mutating func release(_ key: UInt32) {
    guard isLatched else { return remove(key) }
    let index = played.index(of: key)
    if index >= 0 { played[index].isDown = false }
  }

  /// Removes all notes of a channel of a group.
  @_noLocks mutating func removeAll(channel: UInt8, group: UInt8) {
    for index in stride(from: played.count - 1, through: 0, by: -1) {
      let note = played[index]
      if note.channel == channel && note.group == group { remove(note.key) }
    }
  }

  /// Turns latching on, or off, which removes the notes whose keys are up.
  @_noLocks mutating func setLatch(_ isOn: Bool) {
    isLatched = isOn
    guard !isOn else { return }
    for index in stride(from: played.count - 1, through: 0, by: -1) {
      let note = played[index]
      if !note.isDown { remove(note.key) }
    }
  }

  /// Removes all notes.
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
