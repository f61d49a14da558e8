internal import CTenuto

/// The layers between an extension and the machine.
public struct SandboxLayers: OptionSet, Sendable, Hashable {
  /// The bits; valid only in this process.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ layer: tenuto_layer) { self.init(rawValue: 1 << layer.rawValue) }

  /// Private users and groups, without rights outside.
  public static let userNamespace = Self(TENUTO_USER_NAMESPACE)
  /// Private mounts.
  public static let mountNamespace = Self(TENUTO_MOUNT_NAMESPACE)
  /// Private process ids; when the first process ends, all end.
  public static let processNamespace = Self(TENUTO_PROCESS_NAMESPACE)
  /// A network without interfaces.
  public static let networkNamespace = Self(TENUTO_NETWORK_NAMESPACE)
  /// Private System V objects and message queues.
  public static let ipcNamespace = Self(TENUTO_IPC_NAMESPACE)
  /// A private host name.
  public static let nameNamespace = Self(TENUTO_NAME_NAMESPACE)
  /// A view of control groups that starts at its own.
  public static let cgroupNamespace = Self(TENUTO_CGROUP_NAMESPACE)
  /// A root with only the files that it may see.
  public static let privateRoot = Self(TENUTO_PRIVATE_ROOT)
  /// A `/proc` of its namespace, which shows only its own processes.
  public static let freshProc = Self(TENUTO_FRESH_PROC)
  /// At most 50 process ids in its namespace.
  public static let processLimit = Self(TENUTO_PROCESS_LIMIT)
  /// The user `nobody` instead of root.
  public static let otherUser = Self(TENUTO_OTHER_USER)
  /// Limits of memory, descriptors, realtime and the rest.
  public static let resourceLimits = Self(TENUTO_LIMITS)
  /// All capabilities dropped.
  public static let noCapabilities = Self(TENUTO_NO_CAPABILITIES)
  /// No program that it runs can gain rights.
  public static let noNewPrivileges = Self(TENUTO_NO_NEW_PRIVILEGES)
  /// No memory that is both writable and executable.
  public static let noWriteExecute = Self(TENUTO_NO_WRITE_EXECUTE)
  /// Landlock.
  public static let fileRules = Self(TENUTO_LANDLOCK)
  /// seccomp.
  public static let callFilter = Self(TENUTO_SECCOMP)

  /// The layers without which `SandboxMode.required` starts nothing.
  public static let required: Self = [
    .resourceLimits, .noCapabilities, .noNewPrivileges, .fileRules, .callFilter,
  ]

  /// The layers that need namespaces.
  static let namespaces: Self = [
    .userNamespace, .mountNamespace, .processNamespace, .networkNamespace, .ipcNamespace,
    .nameNamespace, .cgroupNamespace, .privateRoot, .freshProc, .processLimit,
  ]

  /// All layers, one by one, in the order in which they are shown.
  public static let each: [Self] = (0..<TENUTO_LAYER_COUNT.rawValue).map { Self(rawValue: 1 << $0) }

  /// The layers in this set, one by one.
  public var elements: [Self] { Self.each.filter(contains) }
}

// MARK: - Texts

extension SandboxLayers: CustomStringConvertible {
  /// The names, separated by commas.
  public var description: String { elements.map(\.name).joined(separator: ", ") }

  /// The name of a single layer.
  public var name: String { text.name }

  /// The purpose of a single layer, in one sentence.
  public var explanation: String { text.explanation }

  private var text: (name: String, explanation: String) {
    Self.texts.first { $0.layer == self }.map { ($0.name, $0.explanation) } ?? ("", "")
  }

  private static let texts: [(layer: Self, name: String, explanation: String)] = [
    (.userNamespace, "user namespace", "It has no rights over anything outside."),
    (.mountNamespace, "mount namespace", "No other process sees what it mounts or unmounts."),
    (
      .processNamespace, "process namespace",
      "It sees only its own processes, and none of them outlives it."
    ),
    (.networkNamespace, "network namespace", "It has no network, not even this machine's own."),
    (
      .ipcNamespace, "IPC namespace",
      "It shares no System V memory or queue with any other process."
    ),
    (.nameNamespace, "UTS namespace", "It cannot change the name of the machine."),
    (.cgroupNamespace, "cgroup namespace", "It does not see the system's control groups."),
    (
      .privateRoot, "private root",
      "It cannot find files that it may not read: no name, no size, no time."
    ),
    (
      .freshProc, "fresh /proc",
      "Its /proc shows its own threads, but no others and nothing of the machine."
    ),
    (.processLimit, "process limit", "It can only fill its own table of processes."),
    (.otherUser, "other user", "It is the user nobody, although the host is root."),
    (
      .resourceLimits, "resource limits",
      "Memory, open files, threads and realtime CPU time have bounds."
    ),
    (.noCapabilities, "no capabilities", "It has none of root's rights."),
    (
      .noNewPrivileges, "no new privileges",
      "No program that it could run would have more rights than itself."
    ),
    (.noWriteExecute, "W^X memory", "It cannot execute memory that it has written."),
    (
      .fileRules, "Landlock",
      "It reads its own bundle and little else, writes nothing, and signals no other process."
    ),
    (
      .callFilter, "seccomp",
      "Only the system calls that audio needs work; the others fail or end it."
    ),
  ]
}
