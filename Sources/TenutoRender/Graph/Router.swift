internal import TenutoCore

/// Determines the sources of each channel, and the delay of each source.
struct Router {
  private let graph: Graph
  private let links: GraphLinks
  private let ports: EnginePorts
  private let times: GraphLatencies
  /// The sources of each output channel of the engine.
  private(set) var outputs: [[Schedule.Source]]
  /// The engine's MIDI output.
  private(set) var midiOutputs: [Schedule.MIDIOutput] = []

  init(graph: Graph, links: GraphLinks, ports: EnginePorts, times: GraphLatencies) {
    self.graph = graph
    self.links = links
    self.ports = ports
    self.times = times
    outputs = [[Schedule.Source]](repeating: [], count: ports.outputChannelCount)
  }

  /// The sources of each input channel of a node; the engine mixes those of an audio output.
  func inputs(of index: Int) -> [[Schedule.Source]] {
    if case .audioOutput = graph.nodes[index].content { return [] }
    return inputs(of: index, times.inputs[index])
  }

  /// The sources of each channel of a node, all aligned to `time`.
  private func inputs(of index: Int, _ time: Int) -> [[Schedule.Source]] {
    let layout = graph.nodes[index].layout
    var inputs = [[Schedule.Source]](repeating: [], count: layout.inputChannelCount)
    for input in graph.nodes[index].engineInputs {
      for (number, channel) in layout.inputs.channels(ofBus: input.bus).enumerated() {
        guard input.firstChannel + number < ports.inputChannelCount else { continue }
        inputs[channel].append(
          Schedule.Source(
            node: Schedule.Source.engine, channel: input.firstChannel + number,
            delay: time))
      }
    }
    addConnections(to: index, time, &inputs)
    return inputs
  }

  /// Adds the connections' sources to the channels of a node, all aligned to `time`.
  private func addConnections(to index: Int, _ time: Int, _ inputs: inout [[Schedule.Source]]) {
    let layout = graph.nodes[index].layout
    for (source, connection) in links.audio[index] {
      let from = graph.nodes[source].layout.outputs.channels(ofBus: connection.outputBus)
      for (number, channel) in layout.inputs.channels(ofBus: connection.inputBus).enumerated() {
        guard from.count == 1 || number < from.count else { continue }
        inputs[channel].append(
          self.source(
            source, channel: from.lowerBound + (from.count == 1 ? 0 : number), time))
      }
    }
  }

  /// A channel of a node as a source; channels of audio inputs are the engine's.
  private func source(_ index: Int, channel: Int, _ time: Int) -> Schedule.Source {
    let delay = time - times.outputs[index]
    guard let first = ports.audioInputs[graph.nodes[index].id] else {
      return Schedule.Source(node: index, channel: channel, delay: delay)
    }
    return Schedule.Source(
      node: Schedule.Source.engine, channel: first + channel, delay: delay)
  }

  /// The MIDI sources of a node; the engine sends those of a MIDI output.
  func midiSources(of index: Int) -> [Schedule.MIDISource] {
    if case .midiOutput = graph.nodes[index].content { return [] }
    return connections(to: index, times.inputs[index])
  }

  private func connections(to index: Int, _ time: Int) -> [Schedule.MIDISource] {
    links.midi[index].map { source, connection in
      Schedule.MIDISource(
        node: source, filter: connection.filter, delay: time - times.outputs[source])
    }
  }

  /// Determines the engine's output.
  mutating func routeOutputs() {
    for index in graph.nodes.indices {
      let node = graph.nodes[index]
      if node.isMuted { continue }
      for output in node.engineOutputs { route(output, of: index) }
      if node.isMIDIOutput {
        let delay = times.engine - times.outputs[index]
        midiOutputs.append(
          Schedule.MIDIOutput(
            number: -1, source: Schedule.MIDISource(node: index, delay: delay)))
      }
      if let number = ports.midiOutputs[node.id] {
        midiOutputs += connections(to: index, times.engine).map {
          Schedule.MIDIOutput(number: number, source: $0)
        }
      }
    }
    for index in graph.nodes.indices { routeAudioOutput(index) }
  }

  private mutating func route(_ output: Graph.EngineOutput, of index: Int) {
    let from = graph.nodes[index].layout.outputs.channels(ofBus: output.bus)
    let isSpread = from.count == 1 && output.firstChannel == nil
    for number in 0..<(isSpread ? outputs.count : from.count) {
      let channel = (output.firstChannel ?? 0) + number
      guard channel < outputs.count else { continue }
      outputs[channel].append(
        source(index, channel: from.lowerBound + (isSpread ? 0 : number), times.engine))
    }
  }

  private mutating func routeAudioOutput(_ index: Int) {
    guard let first = ports.audioOutputs[graph.nodes[index].id] else { return }
    for (number, sources) in inputs(of: index, times.engine).enumerated()
    where first + number < outputs.count {
      outputs[first + number] += sources
    }
  }
}
