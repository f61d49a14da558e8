public import TenutoCore

extension SessionNode {
  /// What a kind of node is, whatever a node of it holds: what reads, writes, checks, draws and shows a
  /// node asks here.
  public struct Traits: Sendable {
    /// The key that names it in a session's file, such as `file`.
    public let key: String
    /// What the control API calls it, such as `file-input`.
    public let word: String
    /// What a node is called where the user says nothing.
    public let usualName: String
    /// The keys of the file beyond those that all nodes have.
    var keys: [String] = []
    /// Audio busses on either side; nil where each node has its own.
    var busCounts: (inputs: Int, outputs: Int)? = (0, 0)
    /// Whether MIDI can come in; components are asked later.
    var mayTakeMIDI = false
    /// Whether MIDI can go out; components are asked later.
    var mayGiveMIDI = false
    /// Whether what goes in leaves the session: muted, it gets nothing.
    var isOutput = false
    /// The shape in a picture, in Graphviz's words; empty for a box with a field for each bus.
    var shape: [String] = []
  }
}

extension SessionNode.Traits {
  /// Extensions.
  public static let component = Self(
    key: "component", word: "component", usualName: "node", busCounts: nil, mayTakeMIDI: true,
    mayGiveMIDI: true)
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

  /// All kinds, in the order in which they are named to the user; their keys are written in that order
  /// too.
  public static let all = [
    component, mixer, song, fileInput, fileOutput, audioInput, audioOutput, midiInput, midiOutput,
  ]
}

extension SessionNode.Kind {
  /// What its kind is.
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

  /// The component's code; nil if it is malformed.
  public var code: ComponentCode? {
    if case .component(let code) = self { return code }
    return nil
  }

  /// The file that it plays or makes; nil for what has none.
  public var path: String? {
    switch self {
    case .fileInput(let path, _), .fileOutput(let path, _): path
    case .song(let song): song.path
    default: nil
    }
  }

  /// Whether `path` is read.
  var readsFile: Bool { path != nil && !traits.isOutput }

  /// The same with another file.
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

  /// The external ports that it is connected to.
  package var ports: [PortPattern] {
    switch self {
    case .audioInput(_, let ports), .audioOutput(_, let ports), .midiInput(let ports),
      .midiOutput(let ports):
      ports
    default: []
    }
  }

  /// Audio busses on either side; nil where only the component knows.
  var busCounts: (inputs: Int, outputs: Int)? {
    if case .mixer(let inputs, _) = self { return (inputs.count, 1) }
    return traits.busCounts
  }

  /// What a picture says of it.
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
