public import TenutoCore

extension SessionNode {
  /// The properties of a kind of node, independent of its content, for reading, writing, checking,
  /// drawing and showing nodes.
  public struct Traits: Sendable {
    /// The key of the kind in a session's file, such as `file`.
    public let key: String
    /// The kind's name in the control API, such as `file-input`.
    public let word: String
    /// The default name of a node.
    public let usualName: String
    /// The keys in the file beyond those of all nodes.
    var keys: [String] = []
    /// The audio busses on either side; nil if each node has its own.
    var busCounts: (inputs: Int, outputs: Int)? = (0, 0)
    /// Whether it can have a MIDI input; components are asked later.
    var mayTakeMIDI = false
    /// Whether it can have a MIDI output; components are asked later.
    var mayGiveMIDI = false
    /// Whether its input leaves the session: a muted output gets nothing.
    var isOutput = false
    /// The shape in a picture, in Graphviz's terms; empty for a box with a field for each bus.
    var shape: [String] = []
  }
}

extension SessionNode.Traits {
  /// Extensions.
  public static let component = Self(
    key: "component", word: "component", usualName: "node", keys: ["plugin"], busCounts: nil,
    mayTakeMIDI: true, mayGiveMIDI: true)
  static let mixer = Self(
    key: "mixer", word: "mixer", usualName: "mixer", keys: ["channels"], busCounts: nil)
  static let fileInput = Self(
    key: "file", word: "file-input", usualName: "file", keys: ["loop"], busCounts: (0, 1),
    shape: ["shape=note"])
  static let fileOutput = Self(
    key: "record", word: "file-output", usualName: "recording", keys: ["channels"],
    busCounts: (1, 0), isOutput: true, shape: ["shape=folder"])
  static let song = Self(
    key: "song", word: "song", usualName: "song", keys: ["loop", "tracks", "start"],
    mayGiveMIDI: true, shape: ["shape=note"])
  static let audioInput = Self(
    key: "audio-input", word: "audio-input", usualName: "input", keys: ["ports"],
    busCounts: (0, 1), shape: ["shape=cds"])
  static let audioOutput = Self(
    key: "audio-output", word: "audio-output", usualName: "output", keys: ["ports"],
    busCounts: (1, 0), isOutput: true, shape: ["shape=cds"])
  static let midiInput = Self(
    key: "midi-input", word: "midi-input", usualName: "keys", keys: ["ports"], mayGiveMIDI: true,
    shape: ["shape=house", "orientation=270"])
  static let midiOutput = Self(
    key: "midi-output", word: "midi-output", usualName: "midi-out", keys: ["ports"],
    mayTakeMIDI: true, isOutput: true, shape: ["shape=house", "orientation=270"])

  /// All kinds, in the order for display and for writing their keys.
  public static let all = [
    component, mixer, song, fileInput, fileOutput, audioInput, audioOutput, midiInput, midiOutput,
  ]
}

extension SessionNode.Kind {
  /// The properties of its kind.
  public var traits: SessionNode.Traits {
    switch self {
    case .component: .component
    case .mixer: .mixer
    case .fileInput: .fileInput
    case .fileOutput: .fileOutput
    case .song: .song
    case .audioInput: .audioInput
    case .audioOutput: .audioOutput
    case .midiInput: .midiInput
    case .midiOutput: .midiOutput
    }
  }

  /// The component's code, or nil if it is malformed.
  public var code: ComponentCode? {
    if case .component(let code) = self { return code }
    return nil
  }

  /// The file that it plays or creates, or nil for other kinds.
  public var path: String? {
    switch self {
    case .fileInput(let path, _), .fileOutput(let path, _): path
    case .song(let song): song.path
    default: nil
    }
  }

  /// Whether `path` is read.
  var readsFile: Bool { path != nil && !traits.isOutput }

  /// Returns the same kind with another file.
  func with(path: String) -> SessionNode.Kind {
    switch self {
    case .fileInput(_, let isLooped): return .fileInput(path: path, isLooped: isLooped)
    case .fileOutput(_, let count): return .fileOutput(path: path, channelCount: count)
    case .song(var song):
      song.path = path
      return .song(song)
    default: return self
    }
  }

  /// The external ports to which it is connected.
  package var ports: [PortPattern] {
    switch self {
    case .audioInput(_, let ports), .audioOutput(_, let ports), .midiInput(let ports),
      .midiOutput(let ports):
      ports
    default: []
    }
  }

  /// The audio busses on either side; nil if only the component knows.
  var busCounts: (inputs: Int, outputs: Int)? {
    if case .mixer(let inputs, _) = self { return (inputs.count, 1) }
    return traits.busCounts
  }

  /// The caption in a picture.
  var caption: String {
    switch self {
    case .component(let code): code.description
    case .mixer: "mixer"
    case .fileInput(let path, let isLooped): path.lastPathName + (isLooped ? " (loop)" : "")
    case .fileOutput(let path, _): path.lastPathName
    case .song(let song): song.path.lastPathName + (song.isLooped ? " (loop)" : "")
    case .audioInput(let count, _), .audioOutput(let count, _):
      "\(count) channel\(count == 1 ? "" : "s")"
    case .midiInput, .midiOutput: "MIDI"
    }
  }
}

extension String {
  fileprivate var lastPathName: String { split(separator: "/").last.map(String.init) ?? self }
}
