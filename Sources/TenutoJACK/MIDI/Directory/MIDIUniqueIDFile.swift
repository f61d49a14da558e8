/// The file that keeps ids over restarts; several programs may use it at once.
///
/// A file that cannot be read or written is no error: ids then follow from the names alone.
struct MIDIUniqueIDFile: Sendable {
  private var file: StateFile

  /// Takes a path, nil for the usual place.
  init(path: String?) {
    file = StateFile(path: path ?? StateFile.usualPath(of: "midi-ids"))
  }

  /// Adds what the file has and `ids` has not; reads it only if it is another than before.
  mutating func load(into ids: inout MIDIUniqueIDs) {
    guard case .bytes(let bytes) = file.look(limit: MIDIUniqueIDs.byteLimit) else { return }
    ids.merge(MIDIUniqueIDs(text: String(decoding: bytes, as: UTF8.self)))
  }

  /// Writes what is new in `ids`, beside what other programs have written meanwhile.
  mutating func save(_ ids: inout MIDIUniqueIDs) {
    guard let path = file.path, ids.isChanged else { return }
    ids.isChanged = false
    _ = StateFile.withLock(at: path) {
      load(into: &ids)
      return StateFile.replace(at: path, with: ids.text)
    }
  }
}
