internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The JACK ports of an instance, derived from its layout and its MIDI.
///
/// `midi_in`; `in_1`… and `out_1`… for the channels of the main busses; `in_side_chain_1`… for
/// those of a further bus, by its name; `midi_out`, or `midi_out_1`… if there are several.
struct NodePortPlan: Sendable {
  /// The audio ports by bus.
  let inputs: [[EngineClient.PortPlan]]
  let outputs: [[EngineClient.PortPlan]]
  /// The MIDI input, or nil.
  let midiIn: EngineClient.PortPlan?
  /// The MIDI outputs, by group.
  let midiOuts: [EngineClient.PortPlan]

  init(_ instance: Instance) {
    self.init(instance.description, layout: instance.layout)
  }

  init(_ description: ComponentDescription, layout: BusLayout) {
    self.init(
      inputs: Self.ports(description.inputs.map(\.name), layout.inputs, .input),
      outputs: Self.ports(description.outputs.map(\.name), layout.outputs, .output),
      takesMIDI: description.acceptsMIDI, midiOuts: Self.midiOutputs(of: description))
  }

  /// Plans the ports of any node that is not an input or output of the engine itself.
  init(_ node: Graph.Node) {
    if let instance = node.instance {
      self.init(instance)
      return
    }
    let traits = node.traits
    var (takesMIDI, givesMIDI) = (traits.takesMIDI, traits.givesMIDI)
    if case .placeholder(let placeholder) = node.content {
      // A missing node has the ports of its kind.
      let kind = placeholder.code.kind
      takesMIDI = kind == .instrument || kind == .musicEffect || kind == .midiProcessor
      givesMIDI = kind == .midiProcessor
    }
    let layout = traits.layout
    func names(_ word: String, _ counts: [Int]) -> [String] {
      counts.indices.map { "\(word) \($0 + 1)" }
    }
    self.init(
      inputs: Self.ports(names("Bus", layout.inputs), layout.inputs, .input),
      outputs: Self.ports(names("Bus", layout.outputs), layout.outputs, .output),
      takesMIDI: takesMIDI, midiOuts: givesMIDI ? Self.midiOutputs(named: ["MIDI Out"]) : [])
  }

  private init(
    inputs: [[EngineClient.PortPlan]], outputs: [[EngineClient.PortPlan]], takesMIDI: Bool,
    midiOuts: [EngineClient.PortPlan]
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.midiOuts = midiOuts
    midiIn =
      takesMIDI
      ? .init(name: "midi_in", prettyName: "MIDI In", kind: .midi, direction: .input) : nil
  }

  /// One port per name; a MIDI processor without names still has one port.
  private static func midiOutputs(of description: ComponentDescription) -> [EngineClient.PortPlan] {
    var names = description.midiOutputs
    if names.isEmpty && description.code.kind == .midiProcessor { names = ["MIDI Out"] }
    return midiOutputs(named: names)
  }

  private static func midiOutputs(named names: [String]) -> [EngineClient.PortPlan] {
    names.enumerated().map { group, name in
      .init(
        name: names.count == 1 ? "midi_out" : "midi_out_\(group + 1)", prettyName: name,
        kind: .midi, direction: .output)
    }
  }

  /// One port per channel, by bus; `busses` are their names.
  private static func ports(
    _ busses: [String], _ counts: [Int], _ direction: JACKPortDirection
  ) -> [[EngineClient.PortPlan]] {
    let (side, prettySide) = direction == .input ? ("in", "In") : ("out", "Out")
    var names: Set<String> = []
    var ports: [[EngineClient.PortPlan]] = []
    for (number, (bus, count)) in zip(busses, counts).enumerated() {
      var name = side
      if number > 0 {
        name = "\(side)_\(portName(bus))"
        // Two busses may have the same name.
        while !names.insert(name).inserted { name += "_\(number + 1)" }
      }
      // The main bus has no name: "Left", but "Side Chain Left".
      let further = number > 0 ? bus : nil
      let group = further.map { "\($0) \(prettySide)" } ?? prettySide
      ports.append(
        (0..<count).map { channel in
          .init(
            name: "\(name)_\(channel + 1)",
            prettyName: channelName(channel, of: count, in: further),
            kind: .audio, direction: direction, group: group,
            longName: channelName(channel, of: count, in: group),
            designation: ChannelDesignation(channel: channel, of: count))
        })
    }
    return ports
  }

  /// A bus's name in small letters, of at most 32 bytes.
  private static func portName(_ name: String) -> String {
    let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "bus" : String(words.joined(separator: "_").prefix(32))
  }

  /// The display name of a channel: "Left", "Right", "Mono", "Channel 3"; or "Side Chain Left",
  /// "Side Chain", "Side Chain 3" if its bus has a name.
  static func channelName(_ channel: Int, of count: Int, in group: String?) -> String {
    switch (count, group) {
    case (1, nil): "Mono"
    case (1, let group?): group
    case (2, let group):
      [group, channel == 0 ? "Left" : "Right"].compactMap(\.self)
        .joined(separator: " ")
    case (_, let group): "\(group ?? "Channel") \(channel + 1)"
    }
  }
}

/// The loudspeaker of an audio channel, with the names of LV2's port groups that JACK's key
/// `designation` uses.
enum ChannelDesignation: String, Sendable {
  case left, right, center

  /// The designation of a bus's channel; nil for counts without a loudspeaker layout.
  init?(channel: Int, of count: Int) {
    switch (channel, count) {
    case (0, 1): self = .center
    case (0, 2): self = .left
    case (1, 2): self = .right
    default: return nil
    }
  }

  /// The value of the property.
  var uri: String { "http://lv2plug.in/ns/ext/port-groups#\(rawValue)" }
}

extension Graph.Node {
  /// The display name of the node's client, from its component if it has one.
  var prettyName: String { NodePrettyName.make(name, component: instance?.description.name) }
}

/// The display name of a node's client, the same in every engine.
enum NodePrettyName {
  /// The component's name: "Sawtooth", "Sawtooth 2" for a node "sawtooth-2", and "Sawtooth (lead)"
  /// for a node with another name.
  static func make(_ node: String, component: String?) -> String {
    guard let component else { return node }
    let (own, usual) = (words(of: node), words(of: component))
    if own == usual { return component }
    if own.dropLast() == usual[...], let number = own.last, Int(number) != nil {
      return "\(component) \(number)"
    }
    return "\(component) (\(node))"
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { $0 == " " || $0 == "-" }.map(String.init)
  }
}
