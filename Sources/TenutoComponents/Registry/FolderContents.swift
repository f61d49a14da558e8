internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// The bundles of one folder of the search path, as they were read.
struct FolderContents: Sendable {
  /// A bundle that can be used, and what tells that it is still the same.
  struct Bundle: Sendable {
    let name: String
    let components: [Component]
    let warnings: [String]
    /// The stamps of manifest and executable; nil where they are too young to rely on.
    let stamps: Stamps?

    struct Stamps: Sendable {
      let manifestName: String
      let manifest: FileStamp
      let executableName: String
      let executable: FileStamp

      /// Whether both are as they were.
      func areCurrent(in directory: CInt) -> Bool {
        FileStamp(manifestName, in: directory) == manifest
          && FileStamp(executableName, in: directory) == executable
      }
    }
  }

  /// What was found under one name.
  typealias Entry = Result<Bundle, HostError>

  /// The names of bundles in order, whether they can be used or not.
  let names: [String]
  /// What was found under each name.
  let entries: [Entry]
  /// The folder's stamp, nil if it is too recent to rely on.
  let stamp: FileStamp?
  /// Another one for everything that was found to be different from before.
  let generation: UInt64
}

extension FolderContents {
  /// Reads the folder at `path`; what is as it was in `old` is taken from there.
  ///
  /// - Parameters:
  ///   - path: Where the folder is.
  ///   - old: What was read of it before.
  ///   - margin: Nanoseconds that a change must be old for a stamp to be relied on.
  ///   - generation: Gives the next generation.
  /// - Returns: `old`, if nothing has changed.
  /// - Throws: The system's error where the folder cannot be listed.
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

  /// The bundles of `old` that are as they were, at the places of their names.
  private static func kept(
    of old: FolderContents?, names: [String], in folder: String
  ) throws(SystemError) -> [Entry?] {
    guard let old else { return Array(repeating: nil, count: names.count) }
    let directory = try FileCalls.open(folder, O_RDONLY | O_DIRECTORY)
    let number = directory.number
    var place = 0
    return names.map { name in
      // Both are in order.
      while place < old.names.count, old.names[place] < name { place += 1 }
      guard place < old.names.count, old.names[place] == name,
        case .success(let bundle) = old.entries[place],
        bundle.stamps?.areCurrent(in: number) == true
      else { return nil }
      return old.entries[place]
    }
  }
}
