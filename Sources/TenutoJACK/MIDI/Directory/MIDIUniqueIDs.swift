/// The ids of MIDI endpoints by direction and full name.
///
/// A name without an id gets one that is derived from it, so that programs agree without a file.
/// After a rename both names keep the id: a device returns under its first name.
struct MIDIUniqueIDs: Sendable {
  struct Key: Sendable, Hashable {
    let direction: MIDIEndpointDirection
    let name: String
  }

  struct Entry: Sendable {
    let id: Int32
    /// A counter of uses, by which the oldest entry is found.
    var use: Int
  }

  static let limit = 2048
  private(set) var entries: [Key: Entry] = [:]
  private var useCount = 0
  /// Whether there are ids that the file does not have.
  var isChanged = false

  /// Creates an empty table.
  init() {}

  /// The id of an endpoint, which is never one of `taken`.
  mutating func id(of key: Key, avoiding taken: Set<Int32>) -> Int32 {
    if let entry = entries[key], !taken.contains(entry.id) {
      use(key)
      return entry.id
    }
    let others = Set(entries.filter { $0.key != key }.values.map(\.id)).union(taken)
    var salt: UInt32 = 0
    var id = Self.derivedID(of: key, salt: salt)
    while others.contains(id) {
      salt += 1
      id = Self.derivedID(of: key, salt: salt)
    }
    assign(id, to: key)
    return id
  }

  /// Assigns an id to an endpoint, replacing any other.
  mutating func assign(_ id: Int32, to key: Key) {
    guard entries[key]?.id != id else { return use(key) }
    useCount += 1
    entries[key] = Entry(id: id, use: useCount)
    isChanged = true
    while entries.count > Self.limit, let oldest = entries.min(by: { $0.value.use < $1.value.use })
    {
      entries[oldest.key] = nil
    }
  }

  private mutating func use(_ key: Key) {
    useCount += 1
    entries[key]?.use = useCount
  }

  /// Adds ids that another program has stored for names that are unknown here.
  mutating func merge(_ other: MIDIUniqueIDs) {
    let wasChanged = isChanged
    for (key, entry) in other.entries.sorted(by: { $0.value.use < $1.value.use })
    where entries[key] == nil {
      assign(entry.id, to: key)
    }
    isChanged = wasChanged
  }

  /// FNV-1a of direction and name, as a positive number.
  private static func derivedID(of key: Key, salt: UInt32) -> Int32 {
    var hash: UInt32 = 2_166_136_261
    for byte in "\(key.direction == .source ? "source" : "destination") \(key.name) \(salt)".utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return max(1, Int32(bitPattern: hash & 0x7FFF_FFFF))
  }
}

// MARK: - The file

extension MIDIUniqueIDs {
  private static let heading = "# MIDI endpoints: id, direction, name. Written by Tenuto."
  /// The most bytes of the file that are read.
  static let byteLimit = 1 << 20

  /// Parses a file's text; ignores lines of another form.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let id = Int32(fields[0]), id != 0,
        let direction = Self.direction(fields[1]), let name = StateText.unescaped(fields[2]),
        !name.isEmpty
      else { continue }
      assign(id, to: Key(direction: direction, name: name))
    }
    isChanged = false
  }

  /// The text of the file, with the latest used id last.
  var text: String {
    let lines = entries.sorted { $0.value.use < $1.value.use }.map { key, entry in
      let direction = key.direction == .source ? "source" : "destination"
      return "\(entry.id)\t\(direction)\t\(StateText.escaped(key.name))\n"
    }
    return "\(Self.heading)\n\(lines.joined())"
  }

  private static func direction(_ word: Substring) -> MIDIEndpointDirection? {
    switch word {
    case "source": .source
    case "destination": .destination
    default: nil
    }
  }
}

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
    guard case .bytes(let bytes) = file.poll(limit: MIDIUniqueIDs.byteLimit) else { return }
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
