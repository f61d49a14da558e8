internal import TenutoCore
public import TenutoSupervision
public import TenutoSystem

/// Keeps a running session every second, apart from its file, in case the host crashes.
///
/// Thread: control.
public struct SessionVault: Sendable, Equatable {
  /// The store of the generations.
  public let store: GenerationStore

  /// Creates a vault that keeps its generations in `folder`.
  public init(folder: String) { store = GenerationStore(folder: folder) }

  /// The standard vault for the session's file at `path`: a folder in
  /// `$XDG_STATE_HOME/tenuto/running`, by default `~/.local/state/tenuto/running`.
  ///
  /// - Parameters:
  ///   - path: The file's absolute path.
  ///   - environment: The variables of the process's environment.
  /// - Returns: The vault, or nil without a home folder.
  public static func standard(path: String, environment: [String: String]) -> SessionVault? {
    guard let folder = SessionLibrary.standard(environment: environment)?.folder,
      let end = folder.lastIndex(of: "/")
    else { return nil }
    let name = NodeName.make(of: SessionFile(path).name, besides: [])
    return SessionVault(
      folder: "\(folder[..<end])/running/\(name)-\(String(FNV1a.sum(path.utf8), radix: 16))")
  }

  /// The distinct earlier states of a node, newest first, excluding `state`.
  func olderStates(ofNode name: String, than state: ComponentState) -> [ComponentState] {
    var states: [ComponentState] = []
    for sequence in (try? store.sequences()) ?? [] {
      guard let bytes = try? store.read(sequence), let kept = try? KeptSession(decoding: bytes),
        let older = kept.session.node(named: name)?.state, older.code == state.code,
        older != state, !states.contains(older)
      else { continue }
      states.append(older)
    }
    return states
  }

  /// The newest kept session, or nil if the vault is empty.
  ///
  /// - Throws: `.sessionInvalid` if every generation is damaged.
  public func kept() throws(HostError) -> KeptSession? {
    try store.load { bytes throws(HostError) in try KeptSession(decoding: bytes) }?.document
  }
}

/// A session as kept while it played.
public struct KeptSession: Sendable, Equatable {
  /// The session with all states.
  public var session: Session
  /// When it was kept, in seconds since 1970.
  public var savedAt: Double
  /// Whether it differed from its file.
  public var isEdited: Bool
  /// Whether the host ended it properly.
  public var isClosed: Bool
  /// The file's text as the host last knew it.
  public var fileText: String?

  private static let name = "session"
  private static let magic = Array("TKS1".utf8)

  /// The encoded bytes.
  ///
  /// - Throws: `.sessionInvalid` for a session that cannot be in a file.
  func encoded() throws(HostError) -> [UInt8] {
    let content: SessionContent
    do throws(SessionFileError) {
      content = try SessionContent(session, name: Self.name)
    } catch {
      throw HostError(.sessionInvalid, error.description)
    }
    var parts: [[UInt8]] = [
      [isEdited ? 1 : 0, isClosed ? 1 : 0, fileText == nil ? 0 : 1],
      Array(String(savedAt).utf8), Array((fileText ?? "").utf8), Array(content.text.utf8),
      Array(String(content.states.count).utf8),
    ]
    for (path, bytes) in content.states.sorted(by: { $0.key < $1.key }) {
      parts += [Array(path.utf8), bytes]
    }
    return parts.reduce(into: Self.magic) { bytes, part in
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: part.count >> shift))
      }
      bytes += part
    }
  }

  /// Creates a kept session.
  public init(
    _ session: Session, savedAt: Double, isEdited: Bool, isClosed: Bool, fileText: String?
  ) {
    self.session = session
    self.savedAt = savedAt
    self.isEdited = isEdited
    self.isClosed = isClosed
    self.fileText = fileText
  }

  /// Decodes the bytes of `encoded`.
  init(decoding bytes: [UInt8]) throws(HostError) {
    let damage = HostError(.sessionInvalid, "The kept session is damaged.")
    guard bytes.starts(with: Self.magic) else { throw damage }
    var rest = bytes[Self.magic.count...]
    var parts: [[UInt8]] = []
    while !rest.isEmpty {
      guard rest.count >= 4 else { throw damage }
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard count <= rest.count else { throw damage }
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    guard parts.count >= 5, parts[0].count == 3,
      let savedAt = Double(String(decoding: parts[1], as: UTF8.self)),
      Int(String(decoding: parts[4], as: UTF8.self)) == (parts.count - 5) / 2,
      !parts.count.isMultiple(of: 2)
    else { throw damage }
    var states: [String: [UInt8]] = [:]
    for index in stride(from: 5, to: parts.count, by: 2) {
      states[String(decoding: parts[index], as: UTF8.self)] = parts[index + 1]
    }
    let reader = SessionReader(
      String(decoding: parts[3], as: UTF8.self), file: Self.name, name: Self.name
    ) { path in
      states[path].map { .success($0) } ?? .failure(StateFault("is not there"))
    }
    guard reader.problems.allSatisfy(\.isWarning) else { throw damage }
    self.init(
      reader.session, savedAt: savedAt, isEdited: parts[0][0] == 1, isClosed: parts[0][1] == 1,
      fileText: parts[0][2] == 1 ? String(decoding: parts[2], as: UTF8.self) : nil)
  }
}
