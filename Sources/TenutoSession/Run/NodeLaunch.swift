internal import TenutoComponents
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

/// Starts what nodes of a session are.
struct NodeLaunch: Sendable {
  let options: SessionOptions
  let scan: Registry.Scan
  /// From where relative paths count.
  let folder: String?

  /// What was started, before it is part of a graph.
  enum Product: Sendable {
    case component(LaunchedComponent)
    /// An extension that is not there or does not start; its place is kept.
    case missing(MissingComponent)
    /// What the host is itself.
    case host(Graph.Content)

    /// Ends the instances that were not taken.
    func discard() {
      if case .component(let launched) = self { launched.instance.terminate() }
    }
  }

  /// Starts a node; an extension that does not start is missing.
  ///
  /// - Throws: Why it can be nothing at all, such as a sound file that is not there.
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

  /// Starts an extension and gives it what the session has of it.
  ///
  /// - Throws: That it is not installed, or why it does not start.
  func launch(_ node: SessionNode, _ code: ComponentCode) throws(HostError) -> LaunchedComponent {
    if let substitute = options.substitutes[code] { return try launch(node, as: substitute) }
    let component = try scan.component(code, plugin: node.plugin)
    var node = node
    // A plug-in keeps its state where it has another code than on the machine that has saved it.
    if node.state?.code == code { node.state?.code = component.code }
    return try launch(node, as: component)
  }

  /// Starts an extension that was found and gives it what the session has of it.
  ///
  /// - Throws: Why it does not start.
  func launch(
    _ node: SessionNode, as component: Component
  ) throws(HostError) -> LaunchedComponent {
    let maker = InstanceMaker(
      component: component, sandbox: options.sandbox, layout: node.layout)
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

  // MARK: - The host's own nodes

  private func hostContent(of node: SessionNode) throws(HostError) -> Graph.Content {
    switch node.kind {
    case .component: preconditionFailure("an extension is no node of the host's own")
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

/// An extension whose slot is kept.
struct MissingComponent: Sendable {
  let code: ComponentCode
  /// Why it does not play.
  let error: HostError

  /// Whether it may come alive when something is installed.
  var isToBeLookedFor: Bool { error.code == .componentNotFound }
}

/// An extension that runs and has got its state.
struct LaunchedComponent: Sendable {
  let instance: Instance
  let maker: InstanceMaker
  let state: ComponentState?
  let setAside: [ComponentState]
  /// The values that its preset has, or that it begins with.
  let baseline: [ParameterValue]
  /// One sentence for each thing that is not as the session has it.
  let notes: [String]
}

/// Starts one instance of a component after the other, all alike.
struct InstanceMaker: Sendable {
  let component: Component
  let sandbox: SandboxPolicy
  let layout: BusLayout?

  func make() throws(HostError) -> Instance {
    let instance = try Instance(component, sandbox: sandbox)
    instance.recordsFlight = true
    if let layout { try instance.setLayout(layout) }
    return instance
  }
}
