/// The editable session of a running host, as the control API sees it.
///
/// Every change returns when it has taken effect in a rendered cycle.
///
/// Thread: control, several at once; edits are serialized.
package protocol ControlledSession: Sendable {
  /// Returns the current nodes, connections and maps.
  func content() -> SessionRecord
  /// The transport position.
  var transport: TransportRecord { get }
  /// Starts or stops the transport.
  func setPlaying(_ isPlaying: Bool) throws(RequestError)
  /// Moves the transport to another position; it keeps rolling, or stays stopped.
  func locate(_ place: LocateRequest) throws(RequestError)
  /// Adds a node, starts it, and returns its name.
  func add(_ order: NodeOrder) throws(RequestError) -> String
  /// Removes a node with its connections.
  func remove(_ node: String) throws(RequestError)
  /// Notes in which column and row of a patchbay nodes stand.
  func setPlaces(_ places: [String: [Int]]) throws(RequestError)
  /// Renames a node.
  func rename(_ node: String, to name: String) throws(RequestError)
  /// Connects two nodes, or a node's port and JACK ports of other clients; no effect if connected.
  func connect(_ link: LinkRecord) throws(RequestError)
  /// Removes a connection.
  ///
  /// - Throws: 404 if it does not exist.
  func disconnect(_ link: LinkRecord) throws(RequestError)
  /// Maps a controller to a parameter.
  func add(_ map: MapRecord) throws(RequestError)
  /// Removes a map.
  func remove(_ map: MapRecord) throws(RequestError)
  /// Maps the next controller that moves within 30 s to the parameter; returns at once.
  func learn(node: String, parameter: String) throws(RequestError)
  /// Saves the session, to another path if one is given, and returns the path.
  func save(to path: String?) throws(RequestError) -> String
  /// Undoes the last edit, and returns a sentence that describes it.
  func undo() throws(RequestError) -> String
  /// Redoes the last undone edit.
  func redo() throws(RequestError) -> String
}

/// The state of a session, as JSON.
package struct SessionRecord: Codable, Sendable, Equatable {
  /// The session's name.
  package var name: String
  /// The path of its file; nil if it was never saved.
  package var path: String?
  /// Whether it has unsaved edits.
  package var isEdited: Bool
  /// In the order of the file.
  package var nodes: [NodeRecord]
  /// Audio and MIDI connections between nodes, and to JACK ports of other clients.
  package var connections: [LinkRecord]
  /// Controllers that move parameters.
  package var maps: [MapRecord]

  /// Creates a record of a session.
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
  /// The node's name.
  package var name: String
  /// `component`, `mixer`, `song`, `file-input`, `file-output`, `audio-input`, `audio-output`,
  /// `midi-input` or `midi-output`.
  package var kind: String
  /// The component's code; nil for other kinds.
  package var component: String?
  /// Whether the component is not installed.
  package var isMissing: Bool
  /// Audio channels of each input bus.
  package var inputs: [Int]
  /// Audio channels of each output bus.
  package var outputs: [Int]
  /// Whether it takes MIDI.
  package var takesMIDI: Bool
  /// Whether it sends MIDI.
  package var givesMIDI: Bool
  /// Its parameters with their values.
  package var parameters: [ParameterRecord]
  /// Whether its component has its own page; nil for no.
  package var hasPage: Bool?
  /// Its column and row in the patchbay; nil for any.
  package var place: [Int]?

  /// Creates a record of a node.
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

/// The description of a node to be added.
package struct NodeOrder: Codable, Sendable, Equatable {
  /// The new node's name; nil for a name derived from its kind.
  package var name: String?
  /// As `NodeRecord.kind`; nil for `component`.
  package var kind: String?
  /// The component's code, wildcards allowed, such as `aumu saw1 Tnto`.
  package var component: String?
  /// A mixer's channels for each input bus.
  package var inputs: [Int]?
  /// Channels of a mixer's output, of a recording, or of an audio input or output.
  package var channels: Int?
  /// The sound file, or the MIDI file of a song.
  package var path: String?
  /// Whether the file repeats.
  package var loops: Bool?
  /// Tracks of a song to play, from 1; nil for all.
  package var tracks: [Int]?
  /// JACK ports of other clients that an input or output is connected to.
  package var ports: [String]?
  /// The initial preset.
  package var preset: String?
  /// Initial parameter values, by identifier.
  package var parameters: [String: Double]?

  /// Creates an empty order.
  package init() {}
}

/// A connection, in the notation of a session file.
package struct LinkRecord: Codable, Sendable, Equatable, Hashable {
  /// `audio`, `midi` or `jack`; nil to infer it from the ends.
  package var kind: String?
  /// A node, `node.2` for its bus of that number from 0, `node:port` for one of its JACK ports, or
  /// a pattern that matches JACK ports of other clients.
  package var from: String
  /// As `from`.
  package var to: String
  /// MIDI channels that pass, 1...16; nil for all.
  package var channels: [Int]?
  /// The channel that messages are moved to, 1...16; nil to keep theirs.
  package var outputChannel: Int?
  /// The lowest and highest key that pass, 0...127; nil for all.
  package var keys: [Int]?
  /// Semitones by which keys are transposed; nil for none.
  package var transpose: Int?

  /// Creates a connection.
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
  /// The node of the parameter.
  package var node: String
  /// The parameter's identifier.
  package var parameter: String
  /// The value at the controller's lowest position; nil for the parameter's minimum.
  package var minimum: Double?
  /// The value at the controller's highest position; nil for the parameter's maximum.
  package var maximum: Double?

  /// Creates a map.
  package init(controller: Int, node: String, parameter: String) {
    self.controller = controller
    self.node = node
    self.parameter = parameter
  }
}
