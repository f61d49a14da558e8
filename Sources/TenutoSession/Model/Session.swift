public import TenutoCore
public import TenutoRender
public import TenutoSupervision

/// What plays together, as its file states it: nodes, connections, settings; nothing of it runs.
///
/// A value. `SessionFile` reads and writes it, `RunningSession` plays it.
public struct Session: Sendable, Equatable {
  /// The version of the file's form that is written, and the newest that is read.
  public static let version = 2

  /// What it is called.
  public var name: String
  /// How it is played.
  public var engine = EngineSettings()
  /// In the order of the file; their names differ.
  public var nodes: [SessionNode] = []
  /// Audio between nodes.
  public var connections: [AudioLink] = []
  /// MIDI between nodes.
  public var midiConnections: [MIDILink] = []
  /// Connections between ports of its nodes and ports of others in JACK, remade when they appear.
  public var jackConnections: [JACKLink] = []
  /// Controllers that move parameters.
  public var maps: [ControllerMap] = []

  /// An empty session.
  public init(name: String) { self.name = name }

  /// A node by its name.
  public func node(named name: String) -> SessionNode? { nodes.first { $0.name == name } }
}

/// How a session is played; nil where the host chooses.
public struct EngineSettings: Sendable, Equatable {
  /// The nodes that are JACK clients, or none.
  public enum Kind: String, Sendable, CaseIterable {
    /// One JACK client for each node.
    case each
    /// One JACK client for all.
    case one
    /// No JACK: the machine's own clock.
    case clock
  }

  /// How it is in JACK.
  public var kind: Kind?
  /// Frames per second, in Hz, for the clock; JACK has its own.
  public var sampleRate: Double?
  /// Frames of a cycle, for the clock.
  public var frameCount: Int?
  /// The share of a period after which an extension is late, `0.05...0.95`.
  public var deadlineShare: Double?
  /// Whether it starts and stops with JACK's transport.
  public var followsTransport = true
  /// Whether it tells JACK's transport its tempo, as the timebase master.
  public var leadsTransport = false
  /// Quarter notes per minute by default.
  public var tempo = 120.0

  /// The host chooses.
  public init() {}
}

/// A node as the file states it.
public struct SessionNode: Sendable, Equatable {
  /// What kind of node it is.
  public enum Kind: Sendable, Equatable {
    /// An extension, by its component's code.
    case component(ComponentCode)
    /// A mixer with so many channels for each input bus.
    case mixer(inputs: [Int], outputChannelCount: Int)
    /// A sound file that plays; relative paths are meant from the session's folder.
    case fileInput(path: String, isLooped: Bool)
    /// A sound file that records.
    case fileOutput(path: String, channelCount: Int)
    /// A MIDI file that plays along the engine's transport.
    case song(SessionSong)
    /// JACK input ports, connected to the external ports that match, in their order.
    case audioInput(channelCount: Int, ports: [PortPattern])
    /// JACK output ports.
    case audioOutput(channelCount: Int, ports: [PortPattern])
    /// A JACK MIDI input port.
    case midiInput(ports: [PortPattern])
    /// A JACK MIDI output port.
    case midiOutput(ports: [PortPattern])
  }

  /// What connections call it: small letters, digits, `-` and `_`, starting with a letter.
  public var name: String
  /// What it is.
  public var kind: Kind
  /// The preset that it was set up with, by name; the values below come on top of it.
  public var preset: String?
  /// Values of parameters by identifier.
  public var parameters: [String: Float] = [:]
  /// The channels of its busses where they are not the component's own.
  public var layout: BusLayout?
  /// The extension's full state; in the file it is a blob beside it.
  public var state: ComponentState?
  /// Whether it is left out.
  public var isBypassed = false
  /// Whether it is not heard.
  public var isMuted = false
  /// When it is heard.
  public var timing = NodeTiming.sameCycle
  /// What stands by for it, nil for the host's choice.
  public var spare: SparePolicy?
  /// A deadline of its own, as a share of the period; nil for the engine's.
  public var deadlineShare: Double?
  /// Where a patchbay shows it; nil for wherever there is room.
  public var place: NodePlace?

  /// A node with nothing set.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A cell of a patchbay, in columns from left to right and rows from top to bottom.
public struct NodePlace: Sendable, Equatable {
  /// The column, 0...999.
  public var column: Int
  /// The row, 0...999.
  public var row: Int

  /// The columns and rows that there are.
  public static let range = 0...999

  /// States a cell.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A MIDI file as a node.
public struct SessionSong: Sendable, Equatable {
  /// Where it is; relative paths are meant from the session's folder.
  public var path: String
  /// Whether the transport repeats it from its end on.
  public var isLooped = false
  /// Tracks that are heard, from 1; empty for all.
  public var tracks: [Int] = []
  /// Seconds of the music at which the session begins.
  public var start = 0.0

  /// All of a file, once.
  public init(path: String) { self.path = path }
}

/// Ports of others: a whole name, or a pattern with `*` and `?`.
public struct PortPattern: Sendable, Equatable, Hashable, CustomStringConvertible {
  /// The name or pattern, such as `system:playback_1` or `a2j:*nanoKEY*`.
  public var description: String
  /// States a name or pattern.
  public init(_ description: String) { self.description = description }
}

/// Audio from an output bus of one node to an input bus of another one.
public struct AudioLink: Sendable, Equatable, Hashable {
  /// The node it comes from.
  public var source: String
  /// Its bus, from 0.
  public var outputBus: Int
  /// The node it goes to.
  public var destination: String
  /// Its bus, from 0; 1 is usually the side chain.
  public var inputBus: Int

  /// States a connection.
  public init(_ source: String, _ outputBus: Int = 0, to destination: String, _ inputBus: Int = 0) {
    self.source = source
    self.outputBus = outputBus
    self.destination = destination
    self.inputBus = inputBus
  }
}

/// MIDI from one node to another one.
public struct MIDILink: Sendable, Equatable {
  /// The node it comes from.
  public var source: String
  /// The node it goes to.
  public var destination: String
  /// What passes.
  public var filter: MIDIFilter

  /// States a connection.
  public init(_ source: String, to destination: String, filter: MIDIFilter = MIDIFilter()) {
    self.source = source
    self.destination = destination
    self.filter = filter
  }
}

/// A connection in JACK between a port of a node and ports of others.
public struct JACKLink: Sendable, Equatable, Hashable {
  /// The node.
  public var node: String
  /// The port's short name, such as `out_1` or `midi_in`.
  public var port: String
  /// The others.
  public var other: PortPattern

  /// States a connection; which way it goes is the port's.
  public init(node: String, port: String, other: PortPattern) {
    self.node = node
    self.port = port
    self.other = other
  }
}

/// A MIDI controller that moves a parameter.
public struct ControllerMap: Sendable, Equatable {
  /// The MIDI input node that it comes from; nil for any.
  public var input: String?
  /// The channel, 0...15; nil for any.
  public var channel: UInt8?
  /// The controller's number, 0...119.
  public var controller: UInt8
  /// The node that it moves.
  public var node: String
  /// The identifier of the parameter that it moves.
  public var parameter: String
  /// Values at the controller's lowest and highest position; nil for the parameter's range.
  public var range: ClosedRange<Float>?
  /// Whether the lowest position gives the highest value.
  public var isInverted = false

  /// States a map.
  public init(controller: UInt8, node: String, parameter: String) {
    self.controller = controller
    self.node = node
    self.parameter = parameter
  }
}
