/// What of a running host may be edited, as the control API sees it.
///
/// Every change returns when it has taken effect: the next cycle has it.
///
/// Thread: control, several at once; edits wait for each other.
package protocol ControlledSession: Sendable {
  /// Nodes, connections and maps as they are now.
  func content() -> SessionRecord
  /// Where the music is.
  var transport: TransportRecord { get }
  /// Has the music play on, or stand.
  func setPlaying(_ isPlaying: Bool) throws(RequestError)
  /// Has the music go on, or stand, at another place.
  func locate(_ place: LocateRequest) throws(RequestError)
  /// Adds a node and starts it; its name.
  func add(_ order: NodeOrder) throws(RequestError) -> String
  /// Takes a node out, with its connections.
  func remove(_ node: String) throws(RequestError)
  /// Calls a node something else.
  func rename(_ node: String, to name: String) throws(RequestError)
  /// Connects two nodes, or a node's port and ports of others in JACK; no effect where it is so.
  func connect(_ link: LinkRecord) throws(RequestError)
  /// Takes a connection away.
  ///
  /// - Throws: 404 where there is none.
  func disconnect(_ link: LinkRecord) throws(RequestError)
  /// Has a controller move a parameter.
  func add(_ map: MapRecord) throws(RequestError)
  /// Ends that.
  func remove(_ map: MapRecord) throws(RequestError)
  /// Has the next controller that moves, within 30 s, move the parameter; returns at once.
  func learn(node: String, parameter: String) throws(RequestError)
  /// Saves the session, under another path where one is given; the path.
  func save(to path: String?) throws(RequestError) -> String
  /// Takes the last edit back; what it was, for people.
  func undo() throws(RequestError) -> String
  /// Does again what was taken back.
  func redo() throws(RequestError) -> String
}

/// A session as it is, as JSON.
package struct SessionRecord: Codable, Sendable, Equatable {
  /// What it is called.
  package var name: String
  /// Where it is saved; nil for one that never was.
  package var path: String?
  /// Whether something changed since it was saved.
  package var isEdited: Bool
  /// In the order of the file.
  package var nodes: [NodeRecord]
  /// Audio and MIDI between nodes, and to ports of others in JACK.
  package var connections: [LinkRecord]
  /// Controllers that move parameters.
  package var maps: [MapRecord]

  /// States a session.
  package init(
    name: String, path: String?, isEdited: Bool, nodes: [NodeRecord], connections: [LinkRecord],
    maps: [MapRecord]
  ) {
    self.name = name
    self.path = path
    self.isEdited = isEdited
    self.nodes = nodes
    self.connections = connections
    self.maps = maps
  }
}

/// A node of a session.
package struct NodeRecord: Codable, Sendable, Equatable {
  /// What it is called.
  package var name: String
  /// `component`, `mixer`, `song`, `file-input`, `file-output`, `audio-input`, `audio-output`,
  /// `midi-input` or `midi-output`.
  package var kind: String
  /// The component's code; nil for what is none.
  package var component: String?
  /// Whether its component is not installed.
  package var isMissing: Bool
  /// Audio channels of each input bus.
  package var inputs: [Int]
  /// Audio channels of each output bus.
  package var outputs: [Int]
  /// Whether it takes MIDI.
  package var takesMIDI: Bool
  /// Whether it puts out MIDI.
  package var givesMIDI: Bool
  /// Its parameters with their values.
  package var parameters: [ParameterRecord]

  /// States a node.
  package init(
    name: String, kind: String, component: String?, isMissing: Bool, inputs: [Int],
    outputs: [Int], takesMIDI: Bool, givesMIDI: Bool, parameters: [ParameterRecord]
  ) {
    self.name = name
    self.kind = kind
    self.component = component
    self.isMissing = isMissing
    self.inputs = inputs
    self.outputs = outputs
    self.takesMIDI = takesMIDI
    self.givesMIDI = givesMIDI
    self.parameters = parameters
  }
}

/// What a node to be added is.
package struct NodeOrder: Codable, Sendable, Equatable {
  /// What it is to be called; nil for a name made of its kind.
  package var name: String?
  /// As `NodeRecord.kind`; nil for `component`.
  package var kind: String?
  /// The component's code, wildcards allowed, such as `aumu saw1 Tnto`.
  package var component: String?
  /// A mixer's channels for each input bus.
  package var inputs: [Int]?
  /// Channels of a mixer's output, of a recording, of an audio input or output.
  package var channels: Int?
  /// The sound file, or the MIDI file of a song.
  package var path: String?
  /// Whether the file begins again at its end.
  package var loops: Bool?
  /// Tracks of a song that are heard, from 1; nil for all.
  package var tracks: [Int]?
  /// Ports of others in JACK that an input or output is connected to.
  package var ports: [String]?
  /// The preset to begin with.
  package var preset: String?
  /// Values to begin with, by identifier.
  package var parameters: [String: Double]?

  /// An order that says nothing yet.
  package init() {}
}

/// A connection, written as in a session's file.
package struct LinkRecord: Codable, Sendable, Equatable, Hashable {
  /// `audio`, `midi` or `jack`; nil for what fits.
  package var kind: String?
  /// A node, `node.2` for its bus of that number from 0, `node:port` for a JACK port of its, or the
  /// pattern of others' ports.
  package var from: String
  /// As `from`.
  package var to: String
  /// MIDI channels that pass, 1...16; nil for all.
  package var channels: [Int]?
  /// The channel that MIDI goes to, 1...16; nil for its own.
  package var outputChannel: Int?
  /// The lowest and the highest key that pass, 0...127; nil for all.
  package var keys: [Int]?
  /// Semitones by which keys are moved; nil for none.
  package var transpose: Int?

  /// States a connection.
  package init(kind: String? = nil, from: String, to: String) {
    self.kind = kind
    self.from = from
    self.to = to
  }
}

/// A controller that moves a parameter.
package struct MapRecord: Codable, Sendable, Equatable, Hashable {
  /// The MIDI input node; nil for any.
  package var input: String?
  /// The channel, 1...16; nil for any.
  package var channel: Int?
  /// The controller's number, 0...119.
  package var controller: Int
  /// The node that it moves.
  package var node: String
  /// The parameter that it moves.
  package var parameter: String
  /// The value at the lowest position; nil for the smallest.
  package var minimum: Double?
  /// The value at the highest position; nil for the largest.
  package var maximum: Double?

  /// States a map.
  package init(controller: Int, node: String, parameter: String) {
    self.controller = controller
    self.node = node
    self.parameter = parameter
  }
}
