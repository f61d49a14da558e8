public import TenutoCore
public import TenutoRender
public import TenutoSupervision

/// A session as described by its file: nodes, connections and settings, none of them running.
///
/// A value. `SessionFile` reads and writes it, `RunningSession` plays it.
public struct Session: Sendable, Equatable {
  /// The version of the file's format that is written, and the newest that can be read.
  public static let version = 2

  /// The session's name.
  public var name: String
  /// The settings of its engine.
  public var engine = EngineSettings()
  /// The nodes in the order of the file, with different names.
  public var nodes: [SessionNode] = []
  /// Audio connections between nodes.
  public var connections: [AudioLink] = []
  /// MIDI connections between nodes.
  public var midiConnections: [MIDILink] = []
  /// Connections between its nodes' ports and other programs' ports in JACK, made when they appear.
  public var jackConnections: [JACKLink] = []
  /// Controllers that set parameters.
  public var maps: [ControllerMap] = []

  /// Creates an empty session.
  public init(name: String) { self.name = name }

  /// The node with a name, or nil.
  public func node(named name: String) -> SessionNode? { nodes.first { $0.name == name } }
}

/// The settings of the engine; nil lets the host choose.
public struct EngineSettings: Sendable, Equatable {
  /// The nodes that are JACK clients, or none.
  public enum Kind: String, Sendable, CaseIterable {
    /// One JACK client for each node.
    case each
    /// One JACK client for all.
    case one
    /// No JACK: the system clock.
    case clock
  }

  /// The nodes that are JACK clients.
  public var kind: Kind?
  /// Frames per second, in Hz, for the clock; JACK has its own rate.
  public var sampleRate: Double?
  /// Frames of a cycle, for the clock.
  public var frameCount: Int?
  /// The share of a period after which an extension is late, `0.05...0.95`.
  public var deadlineShare: Double?
  /// Whether it starts and stops with JACK's transport.
  public var followsTransport = true
  /// Whether it is JACK's timebase master and supplies its tempo.
  public var leadsTransport = false
  /// Quarter notes per minute by default.
  public var tempo = 120.0

  /// Creates settings that let the host choose.
  public init() {}
}

/// A node as described by the file.
public struct SessionNode: Sendable, Equatable {
  /// The kind of a node, with its content.
  public enum Kind: Sendable, Equatable {
    /// An extension, by its component's code.
    case component(ComponentCode)
    /// A mixer with the channels of each input bus.
    case mixer(inputs: [Int], outputChannelCount: Int)
    /// A sound file that is played; relative paths start at the session's folder.
    case fileInput(path: String, isLooped: Bool)
    /// A sound file that is recorded.
    case fileOutput(path: String, channelCount: Int)
    /// A MIDI file that follows the engine's transport.
    case song(SessionSong)
    /// JACK input ports, connected to the matching external ports in order.
    case audioInput(channelCount: Int, ports: [PortPattern])
    /// JACK output ports.
    case audioOutput(channelCount: Int, ports: [PortPattern])
    /// A JACK MIDI input port.
    case midiInput(ports: [PortPattern])
    /// A JACK MIDI output port.
    case midiOutput(ports: [PortPattern])
  }

  /// The node's name: small letters, digits, `-` and `_`, starting with a letter.
  public var name: String
  /// The node's kind.
  public var kind: Kind
  /// The name of a plug-in of another format, for example an LV2 URI: if it is installed, it is
  /// used regardless of its code.
  public var plugin: String?
  /// The name of its preset, to which the values below apply.
  public var preset: String?
  /// Parameter values by identifier.
  public var parameters: [String: Float] = [:]
  /// The channels of its busses, if they differ from the component's defaults.
  public var layout: BusLayout?
  /// The extension's full state, which the file stores in a separate blob.
  public var state: ComponentState?
  /// Whether it is bypassed.
  public var isBypassed = false
  /// Whether it is muted.
  public var isMuted = false
  /// When its output is heard.
  public var timing = NodeTiming.sameCycle
  /// Its kind of spare, or nil for the host's choice.
  public var spare: SparePolicy?
  /// Its own deadline as a share of the period, or nil for the engine's.
  public var deadlineShare: Double?
  /// Its position in a patchbay; nil for any free position.
  public var place: NodePlace?

  /// The code of a plug-in that a file names by its URI alone, until it is found.
  package static let unknownPlugin: ComponentCode = "aumf ---- ----"

  /// Creates a node with default settings.
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
  /// The file's path; a relative path starts at the session's folder.
  public var path: String
  /// Whether the transport loops it.
  public var isLooped = false
  /// Audible tracks, from 1; empty for all.
  public var tracks: [Int] = []
  /// The position in the music, in seconds, at which the session starts.
  public var start = 0.0

  /// Creates a song of the whole file, without a loop.
  public init(path: String) { self.path = path }
}

/// Other programs' ports: a full name, or a pattern with `*` and `?`.
public struct PortPattern: Sendable, Equatable, Hashable, CustomStringConvertible {
  /// The name or pattern, such as `system:playback_1` or `a2j:*nanoKEY*`.
  public var description: String
  /// Creates a pattern.
  public init(_ description: String) { self.description = description }
}

/// An audio connection from an output bus of one node to an input bus of another.
public struct AudioLink: Sendable, Equatable, Hashable {
  /// The source node.
  public var source: String
  /// The output bus of the source, from 0.
  public var outputBus: Int
  /// The destination node.
  public var destination: String
  /// The input bus of the destination, from 0; 1 is usually the side chain.
  public var inputBus: Int

  /// Creates a connection.
  public init(_ source: String, _ outputBus: Int = 0, to destination: String, _ inputBus: Int = 0) {
    self.source = source
    self.outputBus = outputBus
    self.destination = destination
    self.inputBus = inputBus
  }
}

/// A MIDI connection from one node to another.
public struct MIDILink: Sendable, Equatable {
  /// The source node.
  public var source: String
  /// The destination node.
  public var destination: String
  /// The filter of the connection.
  public var filter: MIDIFilter

  /// Creates a connection.
  public init(_ source: String, to destination: String, filter: MIDIFilter = MIDIFilter()) {
    self.source = source
    self.destination = destination
    self.filter = filter
  }
}

/// A connection in JACK between a node's port and other programs' ports.
public struct JACKLink: Sendable, Equatable, Hashable {
  /// The node.
  public var node: String
  /// The port's short name, such as `out_1` or `midi_in`.
  public var port: String
  /// The other programs' ports.
  public var other: PortPattern

  /// Creates a connection, whose direction is the port's.
  public init(node: String, port: String, other: PortPattern) {
    self.node = node
    self.port = port
    self.other = other
  }
}

/// A MIDI controller that sets a parameter.
public struct ControllerMap: Sendable, Equatable {
  /// The MIDI input node that receives the controller, or nil for any.
  public var input: String?
  /// The channel, 0...15, or nil for any.
  public var channel: UInt8?
  /// The controller's number, 0...119.
  public var controller: UInt8
  /// The node of the parameter.
  public var node: String
  /// The identifier of the parameter.
  public var parameter: String
  /// The values at the controller's lowest and highest position; nil for the parameter's range.
  public var range: ClosedRange<Float>?
  /// Whether the lowest position gives the highest value.
  public var isInverted = false

  /// Creates a map.
  public init(controller: UInt8, node: String, parameter: String) {
    self.controller = controller
    self.node = node
    self.parameter = parameter
  }
}
