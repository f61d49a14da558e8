internal import CTenuto
internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The file of a take during recording: `take.wav.part`, with a lock on it.
///
/// At the end it becomes `take.wav`, or `take-2.wav` if that exists; no file is ever replaced. A
/// file that a killed host has left is not locked: it is repaired and gets its name with the next
/// recording there, or by `tenuto recover`.
///
/// Thread: control. One thread at a time.
final class TakeFile {
  /// The final path.
  let path: String
  /// The path during the recording.
  let partPath: String
  private let descriptor: Descriptor

  /// The suffix of a take's name during the recording.
  static let ending = ".part"

  /// The file's descriptor, open for reading and writing.
  var number: CInt { descriptor.number }

  private init(path: String, _ descriptor: consuming Descriptor) {
    self.path = path
    partPath = path + Self.ending
    self.descriptor = descriptor
  }

  /// Creates the file of a take, under the first free name.
  ///
  /// - Throws: An error if no file can be created there.
  static func make(for path: String) throws(HostError) -> TakeFile {
    if let status = FileCalls.status(path), !status.isRegular {
      throw HostError(
        .fileInvalid, "\(path) is a folder or a device; give the name of a sound file.")
    }
    let folder = FileCalls.parent(of: path)
    guard FileCalls.status(folder)?.isFolder == true else {
      throw HostError(
        .fileNotFound, "The folder \(folder) of \(path) is not there; make it or choose another.")
    }
    for name in TakeName.all(path) where !FileCalls.exists(name) {
      do throws(SystemError) {
        if let file = try create(name) { return file }
      } catch {
        throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
      }
    }
    throw HostError(.fileInvalid, "\(path) has too many takes; choose another name.")
  }

  /// Creates the file; returns nil if another host was faster.
  private static func create(_ path: String) throws(SystemError) -> TakeFile? {
    do throws(SystemError) {
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let descriptor = try FileCalls.open(path + ending, flags, mode: 0o666)
      // A recovery of lost takes may briefly hold the lock, and remove an empty file.
      _ = flock(descriptor.number, LOCK_EX)
      let file = TakeFile(path: path, descriptor)
      return file.isThere ? file : nil
    } catch  where error.code == EEXIST {
      return nil
    }
  }

  /// Opens a file that a host has left; returns nil if a host still records, or there is no file.
  static func left(at partPath: String, named path: String) throws(SystemError) -> TakeFile? {
    guard FileCalls.status(partPath)?.isRegular == true else { return nil }
    let descriptor = try FileCalls.open(partPath, O_RDWR | O_NOFOLLOW)
    // On a file system without locks there is no other host either.
    if flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK { return nil }
    return TakeFile(path: path, partPath: partPath, descriptor)
  }

  private init(path: String, partPath: String, _ descriptor: consuming Descriptor) {
    (self.path, self.partPath) = (path, partPath)
    self.descriptor = descriptor
  }

  /// Whether its path still refers to it.
  var isThere: Bool {
    var (own, named) = (stat(), stat())
    guard unsafe fstat(number, &own) == 0, unsafe stat(partPath, &named) == 0 else { return false }
    return own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Whether it was deleted.
  var isRemoved: Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_nlink == 0
  }

  /// Renames the file to its final name, or the next free one, and returns once that is on the
  /// disk.
  ///
  /// - Returns: The new path.
  /// - Throws: An error if it cannot be renamed; it then keeps its current name.
  func moveIntoPlace() throws(SystemError) -> String {
    let number = number
    // Frees the space reserved after the sound.
    let file = FileBytes(number)
    try file.cut(to: try file.count)
    _ = try SystemError.check("fsync") { fsync(number) }
    // Skip names of other takes that are being recorded.
    for name in TakeName.all(path)
    where name == path || !FileCalls.exists(name + Self.ending) {
      do throws(SystemError) {
        try Self.rename(partPath, to: name)
        try? FileCalls.synchronize(FileCalls.parent(of: name))
        return name
      } catch  where error.code == EEXIST {
        continue
      }
    }
    throw SystemError("rename", code: EEXIST)
  }

  /// Removes the file, which must be empty.
  func removeEmpty() { _ = unsafe unlink(partPath) }

  /// Renames a file without ever replacing another one.
  private static func rename(_ path: String, to other: String) throws(SystemError) {
    switch unsafe tenuto_rename_new(path, other) {
    case 0: return
    case EINVAL, ENOSYS:
      // Some file systems cannot do this in one call.
      if FileCalls.exists(other) { throw SystemError("rename", code: EEXIST) }
      try FileCalls.rename(path, to: other)
    case let code: throw SystemError("rename", code: code)
    }
  }
}

/// Names of takes.
enum TakeName {
  /// The most takes of one name.
  private static let most = 9999

  /// All names of takes: `take.wav`, `take-2.wav`, `take-3.wav` and so on.
  static func all(_ path: String) -> some Sequence<String> {
    var (stem, ending) = parts(path)
    var first = 1
    // After `take-2.wav` comes `take-3.wav`; the number in `set-1984.wav` does not count.
    if let dash = stem.lastIndex(of: "-"), isNumber(stem[dash...]), stem[dash...].count <= 4 {
      first = Int(stem[dash...].dropFirst()) ?? 1
      stem = String(stem[..<dash])
    }
    return (first...most).lazy.map { $0 == first ? path : "\(stem)-\($0)\(ending)" }
  }

  /// The possible paths of unfinished takes of a name, with their final paths.
  ///
  /// Those of earlier versions have six more characters: `take.wav.part-x7f3qa`.
  static func parts(of path: String) -> [(partPath: String, path: String)] {
    let folder = FileCalls.parent(of: path)
    let (stem, ending) = parts(FileCalls.lastName(of: path))
    let names = (try? FileCalls.names(in: folder)) ?? []
    let prefix = path.contains("/") ? String(path.dropLast(FileCalls.lastName(of: path).count)) : ""
    return names.compactMap { name in
      guard name.hasPrefix(stem), let final = final(name) else { return nil }
      let number = final.dropFirst(stem.count).dropLast(ending.count)
      guard final.hasSuffix(ending), number.isEmpty || isNumber(number) else { return nil }
      return (prefix + name, prefix + final)
    }
  }

  /// The final name of an unfinished take, or nil for any other file.
  static func final(_ name: String) -> String? {
    if name.hasSuffix(TakeFile.ending) { return String(name.dropLast(TakeFile.ending.count)) }
    let temporary = name.dropLast(6)
    guard temporary.hasSuffix(TakeFile.ending + "-") else { return nil }
    return String(temporary.dropLast(TakeFile.ending.count + 1))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.first == "-" && Int(text.dropFirst()).map { $0 >= 2 } == true
  }

  private static func parts(_ path: String) -> (stem: String, ending: String) {
    let name = FileCalls.lastName(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (path, "") }
    let ending = String(name[dot...])
    return (String(path.dropLast(ending.count)), ending)
  }
}
