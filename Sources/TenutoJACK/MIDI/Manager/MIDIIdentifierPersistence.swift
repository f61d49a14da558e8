internal import Glibc

/// Where the number of a virtual endpoint comes from.
public enum MIDIIdentifierPersistence: Sendable {
  /// A new one each time: for tests, as nobody can recognise the endpoint again.
  case adHoc
  /// This one, which the caller keeps; if it is taken, `MIDIInput.uniqueID` says which it became.
  case unmanaged(MIDIIdentifier)
  /// One that is kept under a key: in a file below `$XDG_STATE_HOME/tenuto/midi-identifiers`.
  case userDefaultsManaged(key: String)
  /// One that the caller reads and stores.
  case managedStorage(
    readHandler: @Sendable () -> MIDIIdentifier?,
    storeHandler: @Sendable (MIDIIdentifier?) -> Void)

  /// Returns the number that was kept, nil if none was.
  public func readID() -> MIDIIdentifier? {
    switch self {
    case .adHoc: nil
    case .unmanaged(let id): id
    case .userDefaultsManaged(let key): IdentifierFile(key: key).read()
    case .managedStorage(let read, _): read()
    }
  }

  /// Keeps a number, or forgets it.
  public func writeID(_ id: MIDIIdentifier?) {
    switch self {
    case .adHoc, .unmanaged: break
    case .userDefaultsManaged(let key): IdentifierFile(key: key).write(id)
    case .managedStorage(_, let store): store(id)
    }
  }

  /// The number to ask for: the one that was kept, else a random one.
  var askedID: MIDIIdentifier {
    readID().flatMap { $0 == 0 ? nil : $0 } ?? MIDIIdentifier.random(in: 1 ... .max)
  }
}

/// A text file that holds one number.
private struct IdentifierFile {
  private let path: String

  /// The key may have any characters: all but plain ones are spelled out.
  init(key: String) {
    let name = key.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isLetter && byte < 0x80 || character.isNumber || "-_".contains(character)
        ? String(character) : "%" + String(byte, radix: 16)
    }
    path = Self.folder + "/" + name.joined()
  }

  private static var folder: String {
    let home = environment("HOME") ?? "/tmp"
    return (environment("XDG_STATE_HOME") ?? home + "/.local/state") + "/tenuto/midi-identifiers"
  }

  private static func environment(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.hasPrefix("/") ? value : nil
  }

  func read() -> MIDIIdentifier? {
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe _ = fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return MIDIIdentifier(
      String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0 == "-" || $0.isNumber })
  }

  /// Replaces the file as a whole; a disk that takes no files is no error, and nothing is kept.
  func write(_ id: MIDIIdentifier?) {
    guard let id else {
      unsafe unlink(path)
      return
    }
    Self.makeFolders()
    let newPath = path + ".new"
    guard let file = unsafe fopen(newPath, "we") else { return }
    unsafe fputs("\(id)\n", file)
    guard unsafe fclose(file) == 0 else { return }
    unsafe rename(newPath, path)
  }

  private static func makeFolders() {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      unsafe mkdir(path, 0o700)
    }
  }
}
