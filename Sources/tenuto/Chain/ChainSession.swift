import TenutoCore
import TenutoHost
import TenutoSession

/// A chain of extensions as a session: MIDI in, extensions one after the other, audio out.
struct ChainSession {
  var session: Session
  /// The extensions in the order of the sound.
  let members: [Member]

  /// An extension of the chain.
  struct Member {
    /// The node's name, such as "delay", or "delay-2" for the second Delay.
    let name: String
    let description: ComponentDescription
  }

  /// A chain of `components`, connected.
  ///
  /// - Parameters:
  ///   - name: What the session is called.
  ///   - components: In the order of the sound.
  ///   - source: Where the MIDI comes from.
  ///   - speakers: The ports to which the sound goes.
  init(
    name: String, _ components: [Component], source: Session.ChainSource = .keys([]),
    speakers: [PortPattern] = Session.speakers
  ) {
    var (members, chain): ([Member], [SessionNode]) = ([], [])
    for component in components {
      let description = component.description
      let name = NodeName.make(of: description.name, besides: Set(members.map(\.name)))
      members.append(Member(name: name, description: description))
      chain.append(SessionNode(name, .component(description.code)))
    }
    session = Session(name: name)
    session.setChain(
      chain, source: source,
      channelCount: max(2, members.last?.description.outputChannelCount ?? 2), speakers: speakers)
    self.members = members
  }

  /// A chain of the components that options name, with their presets and settings.
  ///
  /// - Throws: Which component is not there, or which preset or setting is impossible.
  init(
    name: String, _ options: ChainOptions, source: Session.ChainSource,
    speakers: [PortPattern] = []
  ) throws {
    let scan = Environment.registry.scan()
    if options.font == nil, options.codes.contains(GeneralMIDI.instrument) {
      try GeneralMIDI.checkFont()
    }
    self.init(
      name: name, try options.codes.map { try Lookup.component($0, in: scan) }, source: source,
      speakers: speakers)
    if let font = options.font { try setFont(font) }
    for preset in options.presets { try PresetTarget(text: preset).apply(to: &self) }
    for setting in options.settings { try setting.apply(to: &self) }
  }

  /// The names of the components with arrows in between.
  var title: String { members.map(\.description.name.printable).joined(separator: " → ") }

  /// Lets the SoundFont instrument play the font at a path.
  private mutating func setFont(_ path: String) throws(HostError) {
    let data = try FileReference(naming: AbsolutePath.of(path)).encoded()
    for member in members where member.description.code == GeneralMIDI.instrument {
      edit(member) {
        $0.state = ComponentState(
          code: member.description.code, version: member.description.stateVersion, parameters: [],
          data: data)
      }
    }
  }

  /// Edits the node of a member.
  mutating func edit(_ member: Member, _ body: (inout SessionNode) -> Void) {
    guard let index = session.nodes.firstIndex(where: { $0.name == member.name }) else { return }
    body(&session.nodes[index])
  }
}
