internal import Glibc
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// A song or a sound file that a page sends, on its way into the folder of a session.
///
/// It has a hidden name until it is complete and its content is verified. It replaces no file. Only
/// letters, digits and a few signs of the page's name are kept.
///
/// Thread: control.
struct ArrivingFile: ~Copyable {
  /// The kind of node that plays a file: `song` or `file-input`.
  enum Kind: String {
    case song
    case sound = "file-input"

    /// Bytes at most.
    var byteLimit: Int { self == .song ? 16 << 20 : 1 << 30 }
  }

  /// File name extensions in lower case, and the components that play them.
  private static let kinds: [String: Kind] = [
    "mid": .song, "midi": .song, "kar": .song, "rmi": .song, "smf": .song,
    "wav": .sound, "flac": .sound, "ogg": .sound, "oga": .sound, "aif": .sound, "aiff": .sound,
    "aifc": .sound, "au": .sound, "caf": .sound, "w64": .sound, "rf64": .sound, "mp3": .sound,
    "opus": .sound,
  ]

  /// Bytes of the disk that are left free.
  private static let reserve: UInt64 = 256 << 20
  /// Files of one name.
  private static let nameLimit = 1000
  /// Seconds after which an incomplete file counts as abandoned.
  private static let staleSeconds = 3600

  let kind: Kind
  private let folder: String
  private let stem: String
  private let ending: String
  private let byteCount: Int
  private let temporaryPath: String
  private let file: Descriptor
  private var received = 0

  /// Makes room for a file.
  ///
  /// - Parameters:
  ///   - name: The name given by the page.
  ///   - byteCount: Its length in bytes.
  ///   - folder: Its folder; created if missing.
  /// - Throws: 400 for a name without a known ending, 413 if it is too long, 507 without space.
  init(_ name: String, byteCount: Int, in folder: String) throws(RequestError) {
    let (stem, ending) = Self.parts(of: name)
    guard let kind = Self.kinds[ending] else {
      throw RequestError(
        400, "'\(name.printable)' is neither a MIDI file nor a sound file by its ending.")
    }
    guard byteCount > 0 else { throw RequestError(400, "'\(name.printable)' is empty.") }
    guard byteCount <= kind.byteLimit else {
      throw RequestError(
        413, "'\(name.printable)' is too long; \(kind.byteLimit >> 20) MiB are the most.")
    }
    let digits = String(UInt64.random(in: 0 ... .max), radix: 36)
    let path = "\(folder)/\(Self.prefix)\(digits)"
    do throws(SystemError) {
      file = try Self.open(path, byteCount, in: folder)
    } catch {
      throw Self.failure(error, folder)
    }
    (self.kind, self.stem, self.ending) = (kind, stem, ending)
    (self.byteCount, self.folder, temporaryPath) = (byteCount, folder, path)
  }

  private static func open(
    _ path: String, _ byteCount: Int, in folder: String
  ) throws(SystemError) -> Descriptor {
    try FileCalls.makeFolders(folder)
    removeStale(in: folder)
    guard hasRoom(for: byteCount, in: folder) else { throw SystemError("write", code: ENOSPC) }
    return try FileCalls.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
  }

  deinit { _ = unsafe unlink(temporaryPath) }

  private static let prefix = ".tenuto-arriving-"

  /// Whether the file is complete.
  var isWhole: Bool { received == byteCount }

  /// Appends a piece.
  ///
  /// - Throws: 400 for more than was announced, 507 without space.
  mutating func take(_ piece: [UInt8]) throws(RequestError) {
    guard piece.count <= byteCount - received else {
      throw RequestError(400, "More came than was announced.")
    }
    let number = file.number
    var rest = piece[...]
    do throws(SystemError) {
      while !rest.isEmpty {
        let count = try FileCalls.checkCount("write") {
          unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(count)
      }
    } catch {
      throw Self.failure(error, folder)
    }
    received += piece.count
  }

  /// Verifies its content, and gives it an unused name.
  ///
  /// - Returns: The name in the folder.
  /// - Throws: 400 for invalid content, or the reason why it cannot be kept.
  consuming func keep() throws(RequestError) -> String {
    do throws(HostError) {
      switch kind {
      case .song: _ = try Song(atPath: temporaryPath)
      case .sound: _ = try SoundFileReader(path: temporaryPath)
      }
    } catch {
      let shown = error.message.replacing(temporaryPath, with: "\(stem).\(ending)")
      throw RequestError(400, shown)
    }
    let number = file.number
    do throws(SystemError) {
      _ = try SystemError.check("fchmod") { fchmod(number, 0o644) }
      _ = try SystemError.check("fsync") { fsync(number) }
      return try nameFreely()
    } catch {
      throw Self.failure(error, folder)
    }
  }

  /// Gives it the first unused name; a link fails if the name exists.
  private func nameFreely() throws(SystemError) -> String {
    for count in 1...Self.nameLimit {
      let name = count == 1 ? "\(stem).\(ending)" : "\(stem)-\(count).\(ending)"
      if unsafe link(temporaryPath, "\(folder)/\(name)") == 0 {
        try FileCalls.synchronize(folder)
        return name
      }
      guard errno == EEXIST else { throw SystemError("link", code: errno) }
    }
    throw SystemError("link", code: EEXIST)
  }

  // MARK: - Names and space

  /// A valid file name without folders, and its extension in lower case.
  static func parts(of name: String) -> (stem: String, ending: String) {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let dot = last.lastIndex(of: ".")
    let ending = dot.map { last[last.index(after: $0)...].lowercased() } ?? ""
    let signs = (dot.map { last[..<$0] } ?? last[...]).unicodeScalars.map { isSafe($0) ? $0 : "_" }
    var stem = signs.drop { isEdge($0) || isMark($0) }
    while stem.reduce(0, { $0 + UTF8.width($1) }) > 100 { stem.removeLast() }
    while let sign = stem.last, isEdge(sign) { stem.removeLast() }
    return (stem.isEmpty ? "file" : String(String.UnicodeScalarView(stem)), ending)
  }

  /// Whether a name may have a sign; one by one, since a mark joins the sign before it.
  private static func isSafe(_ sign: Unicode.Scalar) -> Bool {
    switch sign.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: isMark(sign) || " -_.()+,&".unicodeScalars.contains(sign)
    }
  }

  /// Whether a sign is part of the letter before it.
  private static func isMark(_ sign: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(sign.properties.generalCategory)
  }

  /// Whether a sign stands neither first nor last in a name.
  private static func isEdge(_ sign: Unicode.Scalar) -> Bool {
    " ._-".unicodeScalars.contains(sign)
  }

  private static func hasRoom(for byteCount: Int, in folder: String) -> Bool {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return true }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    return free >= UInt64(byteCount) + reserve
  }

  /// Removes the files that killed hosts left.
  private static func removeStale(in folder: String) {
    for name in (try? FileCalls.names(in: folder)) ?? [] where name.hasPrefix(prefix) {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        time(nil) - status.st_mtim.tv_sec > staleSeconds
      else { continue }
      _ = unsafe unlink(path)
    }
  }

  private static func failure(_ error: SystemError, _ folder: String) -> RequestError {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    let reason = unsafe String(cString: strerror(error.code))
    return RequestError(
      isFull ? 507 : 500, "The file cannot be kept in \(folder): \(reason).".printable)
  }
}
