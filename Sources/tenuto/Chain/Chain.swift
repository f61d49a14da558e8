import Synchronization
import TenutoCore
import TenutoHost
import TenutoMIDI
import TenutoSession

/// An instrument and the effects behind it, at work in processes of their own.
struct Chain {
  /// One of them.
  struct Node {
    fileprivate let place: Place
    /// What was found under its code.
    private let component: Component
    private let sandbox: SandboxPolicy
    /// How `--set` and JACK call it, as in a session: "delay", "delay-2" for the second Delay.
    let key: String

    /// The one that plays now.
    var instance: Instance { place.instance.withLock { $0 } }

    /// Notes that another instance of the component plays from now on.
    func replace(with instance: Instance) { place.instance.withLock { $0 = instance } }

    var description: ComponentDescription { instance.description }

    /// Starts `component` in a process of its own.
    fileprivate init(
      _ component: Component, sandbox: SandboxPolicy, keys: inout Set<String>
    ) throws(HostError) {
      let instance = try Instance(component, sandbox: sandbox)
      SandboxOptions.note(instance)
      self.component = component
      self.sandbox = sandbox
      place = Place(instance)
      key = NodeName.make(of: instance.description.name, besides: keys)
      keys.insert(key)
    }

    /// Starts another instance of what plays here, or of a rebuilt component.
    func another(_ rebuilt: Component? = nil) throws(HostError) -> Instance {
      let path = instance.process.executablePath
      // One that was rebuilt before runs from elsewhere.
      let current =
        rebuilt
        ?? (path == component.executablePath
          ? component : Component(description: description, executablePath: path))
      let new = try Instance(current, sandbox: sandbox)
      new.recordsFlight = instance.recordsFlight
      return new
    }
  }

  /// Where an instance is, that another may take.
  fileprivate final class Place: Sendable {
    let instance: Mutex<Instance>
    init(_ instance: Instance) { self.instance = Mutex(instance) }
  }

  /// In the order of the sound.
  let nodes: [Node]
  /// The parameters that were set.
  let settings: [ParameterSetting]
  /// Who is connected to whom.
  let graph: Graph

  /// Starts the components that `options` name.
  ///
  /// - Throws: Which component is not there or does not start, or which setting is impossible.
  init(_ options: ChainOptions, registry: Registry, session: PlaySession? = nil) throws {
    let scan = registry.scan()
    try self.init(
      options.codes.map { try Lookup.component($0, in: scan) }, presets: options.presets,
      settings: options.settings, session: session, sandbox: options.sandbox.policy)
  }

  /// Starts `components`.
  ///
  /// - Throws: Which does not start, or which setting is impossible.
  init(
    _ components: [Component], presets: [String], settings: [SettingArgument],
    session: PlaySession? = nil, sandbox: SandboxPolicy
  ) throws {
    var keys: Set<String> = []
    var nodes: [Node] = []
    for component in components {
      nodes.append(try Node(component, sandbox: sandbox, keys: &keys))
    }
    self.nodes = nodes
    try session?.restore(nodes)
    for preset in presets { try PresetTarget(text: preset).apply(to: nodes) }
    graph = Graph(chain: nodes.map(\.instance))
    let targets = zip(nodes, graph.nodeIDs).map { node, identifier in
      SettingTarget(node: identifier, key: node.key, parameters: node.description.parameters)
    }
    self.settings = try settings.flatMap { try $0.resolve(targets) }
    for (node, identifier) in zip(nodes, graph.nodeIDs) {
      try node.instance.set(values(of: identifier))
    }
  }

  /// What was set of a node.
  func values(of node: Graph.NodeID) -> [ParameterValue] {
    settings.filter { $0.node == node }.map { ParameterValue($0.address, $0.value) }
  }

  /// Who is connected to whom, with a song that plays the first node.
  func graph(playing song: Song) -> Graph {
    var graph = graph
    graph.add(song, playing: graph.nodeIDs[0])
    return graph
  }

  /// What each of them has done, in the order of the sound; the peaks are those since the last call.
  func readings(_ engine: some GraphEngine) -> [NodeReading] {
    let readings = engine.readings()
    return graph.nodeIDs.compactMap { readings[$0] }
  }

  /// The names with arrows in between.
  var title: String { nodes.map(\.description.name.printable).joined(separator: " → ") }

  /// Ends all processes, also those that do not answer.
  func terminate() { ParallelWork.run(nodes.map { node in { node.instance.terminate() } }) }
}
