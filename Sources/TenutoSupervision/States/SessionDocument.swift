public import TenutoCore

/// The state of a playing session, kept up to date from second to second.
///
/// It can be read without any extension.
public struct SessionDocument: Sendable, Equatable {
  /// The version of the format that this host writes, and the newest that it reads.
  public static let schema = 1
  /// The most nodes of a session.
  public static let maximumNodeCount = 256

  /// The nodes, in the order of the signal flow.
  public var nodes: [Node]
  /// The position in the song, in seconds; 0 for live MIDI.
  public var songPosition = 0.0
  /// When it was saved, in seconds since 1970.
  public var savedAt = 0.0
  /// The version of the host that saved it.
  public var hostVersion = ""
  /// Whether the host ended it properly.
  public var isClosed = false

  /// Creates a session of `nodes` that plays from the start.
  public init(nodes: [Node] = []) { self.nodes = nodes }

  /// A node of the chain.
  public struct Node: Sendable, Equatable {
    /// The component's code.
    public var code: ComponentCode
    /// The component's name for display.
    public var name: String
    /// The node's name on the command line, such as `delay-2`.
    public var key: String
    /// The newest good state, or nil if the extension has given none.
    public var state: ComponentState?
    /// The parameters that differ from their values in `state`.
    public var values: [ParameterValue] = []
    /// Whether the node is bypassed.
    public var isBypassed = false
    /// When its output is heard, by its name in `NodeTiming`.
    public var timing = "same-cycle"
    /// States that ended the extension while loading; they are kept but not used.
    public var setAside: [ComponentState] = []

    /// Creates a node without a state.
    public init(_ code: ComponentCode, name: String, key: String) {
      self.code = code
      self.name = name
      self.key = key
    }
  }
}
