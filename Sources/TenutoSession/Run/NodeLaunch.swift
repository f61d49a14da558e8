internal import TenutoComponents
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

/// Starts the nodes of a session.
struct NodeLaunch: Sendable {
  let options: SessionOptions
  let scan: Registry.Scan
  /// The folder for relative paths.
  let folder: String?

  /// A started node, before it is part of a graph.
  enum Product: Sendable {
    case component(LaunchedComponent)
    /// An extension that is missing or does not start; it gets a placeholder.
    case missing(MissingComponent)
    /// A node of the host.
    case host(Graph.Content)

    /// Ends the instances that were not used.
    func discard() {
      if case .component(let launched) = self { launched.instance.terminate() }
    }
  }

  /// Starts a node; an extension that does not start counts as missing.
  ///
  /// - Throws: An error if the node is impossible, for example because a sound file is missing.
  func start(_ node: SessionNode) throws(HostError) -> Product {
    guard case .component(let code) = node.kind else {
      return .host(try hostContent(of: node))
    }
    if options.isSafe { return .missing(MissingComponent(code: code, error: Self.safe)) }
    do throws(HostError) {
      return .component(try launch(node, code))
    } catch {
      return .missing(MissingComponent(code: code, error: error))
    }
  }

  private static let safe = HostError(
    .wrongState, "Nothing is started in a safe start; run the session without '--safe'.")

  /// Starts an extension and gives it the session's state and values.
  ///
  /// - Throws: An error if it is not installed, or the reason why it does not start.
  func launch(_ node: SessionNode, _ code: ComponentCode) throws(HostError) -> LaunchedComponent {
    if let substitute = options.substitutes[code] { return try launch(node, as: substitute) }
    let component = try scan.component(code, plugin: node.plugin)
    var node = node
    // A plug-in keeps its state even if its code differs from the one on the machine that saved it.
    if node.state?.code == code { node.state?.code = component.code }
    return try launch(node, as: component)
  }

  /// Starts an installed extension and gives it the session's state and values.
  ///
  /// - Throws: An error if it does not start.
  func launch(
    _ node: SessionNode, as component: Component
  ) throws(HostError) -> LaunchedComponent {
    let maker = InstanceMaker(
      component: component, sandbox: options.sandbox, layout: node.layout,
      keepsCycles: options.supervision(of: node).spare == .shadow)
    let instance = try maker.make()
    do throws(HostError) {
      return try prepare(instance, as: node, maker)
    } catch {
      instance.terminate()
      throw error
    }
  }

  private func prepare(
    _ instance: Instance, as node: SessionNode, _ maker: InstanceMaker
  ) throws(HostError) -> LaunchedComponent {
    var notes: [String] = []
    let description = instance.description
    var baseline = description.defaultValues
    var preset: PresetChoice?
    if let name = node.preset, node.state == nil {
      do throws(HostError) {
        let found = try PresetChoice.find(name, of: description, users: options.userPresets)
        notes += found.warnings
        try found.apply(to: instance)
        baseline = try instance.values()
        preset = found
      } catch {
        guard instance.process.exit == nil else { throw error }
        notes.append(error.message)
      }
    }
    var kept = SessionDocument.Node(description.code, name: description.name, key: node.name)
    kept.state = node.state
    for (identifier, value) in node.parameters.sorted(by: { $0.key < $1.key }) {
      if let parameter = description.parameter(named: identifier) {
        kept.values.append(ParameterValue(parameter.address, parameter.clamped(value)))
      } else {
        notes.append(
          "'\(identifier)' is not a parameter of \(instance.label); it is kept".printable)
      }
    }
    let restoration = try NodeRestoration(
      of: kept, to: instance,
      older: node.state.flatMap {
        options.vault?.olderStates(ofNode: node.name, than: $0)
      } ?? [],
      remake: { () throws(HostError) in
        let new = try maker.make()
        try preset?.apply(to: new)
        return new
      })
    return LaunchedComponent(
      instance: restoration.instance, maker: maker, state: restoration.state,
      setAside: restoration.setAside, baseline: baseline, notes: notes + restoration.notes)
  }

  // MARK: - Host nodes

  private func hostContent(of node: SessionNode) throws(HostError) -> Graph.Content {
    switch node.kind {
    case .component: preconditionFailure("an extension is not a built-in node")
    case .mixer(let inputs, let outputChannelCount):
      var mixer = Mixer(inputs: inputs, outputChannelCount: outputChannelCount)
      let parameters = MixerParameters.parameters(of: mixer)
      mixer.values = parameters.compactMap { parameter in
        node.parameters[parameter.identifier].map {
          ParameterValue(parameter.address, parameter.clamped($0))
        }
      }
      return .mixer(mixer)
    case .fileInput(let path, let isLooped):
      let path = absolute(path)
      let count = try SoundFileReader(path: path).channelCount
      return .fileInput(FileInput(path: path, channelCount: count, isLooped: isLooped))
    case .fileOutput(let path, let channelCount):
      return .fileOutput(FileOutput(path: absolute(path), channelCount: channelCount))
    case .song(let song): return .song(try self.song(song))
    case .audioInput(let count, _): return .audioInput(channelCount: count)
    case .audioOutput(let count, _): return .audioOutput(channelCount: count)
    case .midiInput: return .midiInput
    case .midiOutput: return .midiOutput
    }
  }

  private func song(_ song: SessionSong) throws(HostError) -> SongInput {
    var input: SongInput
    if let read = options.songs[song.path] {
      input = SongInput(read)
    } else {
      input = SongInput(try Song(atPath: absolute(song.path)))
    }
    input.isLooped = song.isLooped
    input.tracks = song.tracks.isEmpty ? nil : Set(song.tracks.map { $0 - 1 })
    input.start = song.start
    return input
  }

  private func absolute(_ path: String) -> String {
    folder.map { SessionFile.absolute(path, in: $0) } ?? path
  }
}

/// An extension whose slot holds a placeholder.
struct MissingComponent: Sendable {
  let code: ComponentCode
  /// The reason why it does not play.
  let error: HostError

  /// Whether it may start after something is installed.
  var isToBeLookedFor: Bool { error.code == .componentNotFound }
}

/// An extension that runs and has got its state.
struct LaunchedComponent: Sendable {
  let instance: Instance
  let maker: InstanceMaker
  let state: ComponentState?
  let setAside: [ComponentState]
  /// The values of its preset, or its initial values.
  let baseline: [ParameterValue]
  /// One sentence for each difference from the session.
  let notes: [String]
}

/// Starts instances of a component with the same settings.
struct InstanceMaker: Sendable {
  let component: Component
  let sandbox: SandboxPolicy
  let layout: BusLayout?
  /// Whether shadows may follow its instances.
  let keepsCycles: Bool

  func make() throws(HostError) -> Instance {
    let instance = try Instance(component, sandbox: sandbox)
    instance.recordsFlight = true
    instance.keepsCycles = keepsCycles
    if let layout { try instance.setLayout(layout) }
    return instance
  }
}
