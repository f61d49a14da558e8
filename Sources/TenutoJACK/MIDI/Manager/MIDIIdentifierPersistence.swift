internal import Glibc

/// The origin of a virtual endpoint's number.
public enum MIDIIdentifierPersistence: Sendable {
  /// A new number each time, for tests: other programs cannot recognise the endpoint again.
  case adHoc
  /// A number that the caller keeps; if it is taken, `MIDIInput.uniqueID` is the actual one.
  case unmanaged(MIDIIdentifier)
  /// A number stored under a key: in a file below `$XDG_STATE_HOME/tenuto/midi-identifiers`.
  case userDefaultsManaged(key: String)
  /// A number that the caller reads and stores.
  case managedStorage(
    readHandler: @Sendable () -> MIDIIdentifier?,
    storeHandler: @Sendable (MIDIIdentifier?) -> Void)

  /// Returns the stored number, or nil.
  public func readID() -> MIDIIdentifier? {
    switch self {
    case .adHoc: nil
    case .unmanaged(let id): id
    case .userDefaultsManaged(let key): IdentifierFile(key: key).read()
    case .managedStorage(let read, _): read()
    }
  }

  /// Stores a number, or removes it.
  public func writeID(_ id: MIDIIdentifier?) {
    switch self {
    case .adHoc, .unmanaged: break
    case .userDefaultsManaged(let key): IdentifierFile(key: key).write(id)
    case .managedStorage(_, let store): store(id)
    }
  }

  /// The number to request: the stored one, or else a random one.
  var askedID: MIDIIdentifier {
    readID().flatMap { $0 == 0 ? nil : $0 } ?? MIDIIdentifier.random(in: 1 ... .max)
  }
}

/// A text file with one number.
private struct IdentifierFile {
  private let path: String

  /// The key may have any characters: unusual ones are escaped.
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

  /// Replaces the file completely; on a failure, which is not an error, nothing is stored.
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
