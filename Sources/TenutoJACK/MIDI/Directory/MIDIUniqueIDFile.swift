/// The file that keeps ids across restarts; several programs may use it at once.
///
/// An unreadable or unwritable file is not an error: ids are then derived from the names alone.
struct MIDIUniqueIDFile: Sendable {
  private var file: StateFile

  /// Creates a file object; nil means the usual path.
  init(path: String?) {
    file = StateFile(path: path ?? StateFile.usualPath(of: "midi-ids"))
  }

  /// Adds the file's ids that `ids` does not have; reads the file only if it has changed.
  mutating func load(into ids: inout MIDIUniqueIDs) {
    guard case .bytes(let bytes) = file.look(limit: MIDIUniqueIDs.byteLimit) else { return }
    ids.merge(MIDIUniqueIDs(text: String(decoding: bytes, as: UTF8.self)))
  }

  /// Writes new ids, merged with those of other programs.
  mutating func save(_ ids: inout MIDIUniqueIDs) {
    guard let path = file.path, ids.isChanged else { return }
    ids.isChanged = false
    _ = StateFile.withLock(at: path) {
      load(into: &ids)
      return StateFile.replace(at: path, with: ids.text)
    }
  }
}
