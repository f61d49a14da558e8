internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The bundles of one folder of the search path, as last read.
struct FolderContents: Sendable {
  /// A usable bundle, with stamps that show whether it has changed.
  struct Bundle: Sendable {
    let name: String
    let components: [Component]
    let warnings: [String]
    /// The stamps of manifest and executable; nil if they are too recent to rely on.
    let stamps: Stamps?

    struct Stamps: Sendable {
      let manifestName: String
      let manifest: FileStamp
      let executableName: String
      let executable: FileStamp

      /// Whether both files are unchanged.
      func areCurrent(in directory: CInt) -> Bool {
        FileStamp(manifestName, in: directory) == manifest
          && FileStamp(executableName, in: directory) == executable
      }
    }
  }

  /// The result for one name.
  typealias Entry = Result<Bundle, HostError>

  /// The names of all bundles in order, usable or not.
  let names: [String]
  /// The result for each name.
  let entries: [Entry]
  /// The folder's stamp, nil if it is too recent to rely on.
  let stamp: FileStamp?
  /// A number that changes with the content.
  let generation: UInt64
}

extension FolderContents {
  /// Reads the folder at `path`, and reuses the unchanged part of `old`.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - old: Its contents as last read.
  ///   - margin: The age in nanoseconds from which a stamp is reliable.
  ///   - generation: Returns the next generation.
  /// - Returns: `old`, if nothing has changed.
  /// - Throws: The system's error if the folder cannot be listed.
  static func read(
    _ path: String, old: FolderContents?, margin: Int64, generation: () -> UInt64
  ) throws(SystemError) -> FolderContents {
    let time = FileStamp.now
    let stamp = FileStamp(path)
    let isSame = stamp != nil && stamp == old?.stamp
    let names = isSame ? old?.names ?? [] : try bundleNames(in: path)
    let kept = try kept(of: old, names: names, in: path)
    let missing = names.indices.filter { kept[$0] == nil }
    if isSame, missing.isEmpty, let old { return old }
    let found = BundleReading.entries(
      missing.map { names[$0] }, in: path, time: time, margin: margin)
    var entries = kept
    for (index, entry) in zip(missing, found) { entries[index] = entry }
    return FolderContents(
      names: names, entries: entries.compactMap { $0 },
      stamp: stamp.flatMap { $0.isSettled(at: time, margin: margin) ? $0 : nil },
      generation: generation())
  }

  private static func bundleNames(in folder: String) throws(SystemError) -> [String] {
    try FileCalls.names(in: folder).filter {
      $0.hasSuffix(Registry.bundleEnding) && !$0.hasPrefix(".")
    }
  }

  /// The unchanged bundles of `old`, at the indices of their names.
  private static func kept(
    of old: FolderContents?, names: [String], in folder: String
  ) throws(SystemError) -> [Entry?] {
    guard let old else { return Array(repeating: nil, count: names.count) }
    let directory = try FileCalls.open(folder, O_RDONLY | O_DIRECTORY)
    let number = directory.number
    var place = 0
    return names.map { name in
      // Both lists are sorted.
      while place < old.names.count, old.names[place] < name { place += 1 }
      guard place < old.names.count, old.names[place] == name,
        case .success(let bundle) = old.entries[place],
        bundle.stamps?.areCurrent(in: number) == true
      else { return nil }
      return old.entries[place]
    }
  }
}
