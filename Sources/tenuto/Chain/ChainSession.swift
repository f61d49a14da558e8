import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSession
import TenutoSystem

/// A chain of extensions as a session: MIDI input, extensions in series, audio output.
struct ChainSession {
  var session: Session
  /// The extensions in processing order.
  let members: [Member]

  /// An extension of the chain.
  struct Member {
    /// The node's name, such as "delay", or "delay-2" for the second Delay.
    let name: String
    let description: ComponentDescription
  }

  /// Creates a connected chain of `components`.
  ///
  /// - Parameters:
  ///   - name: The session's name.
  ///   - components: The components in processing order.
  ///   - source: The source of MIDI.
  ///   - speakers: The JACK ports for the output.
  init(
    name: String, _ components: [Component], source: Session.ChainSource = .keys([]),
    speakers: [PortPattern] = Session.speakers
  ) {
    var (members, chain): ([Member], [SessionNode]) = ([], [])
    for component in components {
      let description = component.description
      let name = NodeName.make(of: description.name, besides: Set(members.map(\.name)))
      members.append(Member(name: name, description: description))
      var node = SessionNode(name, .component(description.code))
      node.plugin = component.source?.uri
      chain.append(node)
    }
    session = Session(name: name)
    session.setChain(
      chain, source: source,
      channelCount: max(2, members.last?.description.outputChannelCount ?? 2), speakers: speakers)
    self.members = members
  }

  /// Creates a chain of the components in the options, with their presets and settings.
  ///
  /// - Throws: An error if a component, preset or setting is invalid.
  init(
    name: String, _ options: ChainOptions, source: Session.ChainSource,
    speakers: [PortPattern] = []
  ) throws {
    let scan = Environment.registry.scan()
    if options.font == nil, options.codes.contains(GeneralMIDI.instrument) {
      try GeneralMIDI.checkFont()
    }
    let components = try options.codes.map { try Lookup.component($0, in: scan) }
    self.init(name: name, components, source: source, speakers: speakers)
    if let font = options.font { try setFont(font, components, options.sandbox.policy) }
    for preset in options.presets { try PresetTarget(text: preset).apply(to: &self) }
    for setting in options.settings { try setting.apply(to: &self) }
  }

  /// The names of the components, separated by arrows.
  var title: String { members.map(\.description.name.printable).joined(separator: " → ") }

  /// Sets the font file of the SoundFont instrument.
  ///
  /// The font is tried first, because a session discards an invalid state and plays on without it.
  ///
  /// - Throws: An error if the font is invalid.
  private mutating func setFont(
    _ path: String, _ components: [Component], _ sandbox: SandboxPolicy
  ) throws(HostError) {
    let data = try FileReference(naming: AbsolutePath.of(path)).encoded()
    for (member, component) in zip(members, components)
    where component.code == GeneralMIDI.instrument {
      let state = ComponentState(
        code: component.code, version: component.description.stateVersion, parameters: [],
        data: data)
      let instance = try Instance(component, sandbox: sandbox)
      defer { instance.terminate() }
      try instance.restore(state)
      edit(member) { $0.state = state }
    }
  }

  /// Edits the node of a member.
  mutating func edit(_ member: Member, _ body: (inout SessionNode) -> Void) {
    guard let index = session.nodes.firstIndex(where: { $0.name == member.name }) else { return }
    body(&session.nodes[index])
  }
}
