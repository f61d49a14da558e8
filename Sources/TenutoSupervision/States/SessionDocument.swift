public import TenutoCore

/// The state of a playing session, as it is kept from one second to the next.
///
/// Nothing of it needs an extension to be read.
public struct SessionDocument: Sendable, Equatable {
  /// The version of the document's form that this host writes, and the newest that it reads.
  public static let schema = 1
  /// Nodes that a session has at most.
  public static let maximumNodeCount = 256

  /// The nodes, in the order of the sound.
  public var nodes: [Node]
  /// How far the song has played, in seconds; 0 for live MIDI.
  public var songPosition = 0.0
  /// When it was saved, in seconds since 1970.
  public var savedAt = 0.0
  /// The version of the host that saved it.
  public var hostVersion = ""
  /// Whether the host ended it in order.
  public var isClosed = false

  /// A session of `nodes` that plays from the start.
  public init(nodes: [Node] = []) { self.nodes = nodes }

  /// A node of the chain.
  public struct Node: Sendable, Equatable {
    /// Which component it is.
    public var code: ComponentCode
    /// The component's name, for people.
    public var name: String
    /// The node's name on the command line, such as `delay-2`.
    public var key: String
    /// The newest good state; nil where the extension never gave one.
    public var state: ComponentState?
    /// The parameters that differ from their values in `state`.
    public var values: [ParameterValue] = []
    /// Whether it is left out.
    public var isBypassed = false
    /// When its output is heard, as a word of `NodeTiming`.
    public var timing = "same-cycle"
    /// States that ended their readers; they are kept and not used.
    public var setAside: [ComponentState] = []

    /// A node without a state.
    public init(_ code: ComponentCode, name: String, key: String) {
      self.code = code
      self.name = name
      self.key = key
    }
  }
}
