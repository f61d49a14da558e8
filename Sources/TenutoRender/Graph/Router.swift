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
  func inputs(of place: Int) -> [[Schedule.Source]] {
    if case .audioOutput = graph.nodes[place].content { return [] }
    return inputs(of: place, times.inputs[place])
  }

  /// The sources of each channel of a node, all aligned to `time`.
  private func inputs(of place: Int, _ time: Int) -> [[Schedule.Source]] {
    let layout = graph.nodes[place].layout
    var inputs = [[Schedule.Source]](repeating: [], count: layout.inputChannelCount)
    for input in graph.nodes[place].engineInputs {
      for (number, channel) in layout.inputs.channels(ofBus: input.bus).enumerated() {
        guard input.firstChannel + number < ports.inputChannelCount else { continue }
        inputs[channel].append(
          Schedule.Source(
            node: Schedule.Source.engine, channel: input.firstChannel + number,
            delay: time))
      }
    }
    addConnections(to: place, time, &inputs)
    return inputs
  }

  /// Adds the connections' sources to the channels of a node, all aligned to `time`.
  private func addConnections(to place: Int, _ time: Int, _ inputs: inout [[Schedule.Source]]) {
    let layout = graph.nodes[place].layout
    for (source, connection) in links.audio[place] {
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
  private func source(_ place: Int, channel: Int, _ time: Int) -> Schedule.Source {
    let delay = time - times.outputs[place]
    guard let first = ports.audioInputs[graph.nodes[place].id] else {
      return Schedule.Source(node: place, channel: channel, delay: delay)
    }
    return Schedule.Source(
      node: Schedule.Source.engine, channel: first + channel, delay: delay)
  }

  /// The MIDI sources of a node; the engine sends those of a MIDI output.
  func midiSources(of place: Int) -> [Schedule.MIDISource] {
    if case .midiOutput = graph.nodes[place].content { return [] }
    return connections(to: place, times.inputs[place])
  }

  private func connections(to place: Int, _ time: Int) -> [Schedule.MIDISource] {
    links.midi[place].map { source, connection in
      Schedule.MIDISource(
        node: source, filter: connection.filter, delay: time - times.outputs[source])
    }
  }

  /// Determines the engine's output.
  mutating func routeOutputs() {
    for place in graph.nodes.indices {
      let node = graph.nodes[place]
      if node.isMuted { continue }
      for output in node.engineOutputs { route(output, of: place) }
      if node.isMIDIOutput {
        let delay = times.engine - times.outputs[place]
        midiOutputs.append(
          Schedule.MIDIOutput(
            number: -1, source: Schedule.MIDISource(node: place, delay: delay)))
      }
      if let number = ports.midiOutputs[node.id] {
        midiOutputs += connections(to: place, times.engine).map {
          Schedule.MIDIOutput(number: number, source: $0)
        }
      }
    }
    for place in graph.nodes.indices { routeAudioOutput(place) }
  }

  private mutating func route(_ output: Graph.EngineOutput, of place: Int) {
    let from = graph.nodes[place].layout.outputs.channels(ofBus: output.bus)
    let isSpread = from.count == 1 && output.firstChannel == nil
    for number in 0..<(isSpread ? outputs.count : from.count) {
      let channel = (output.firstChannel ?? 0) + number
      guard channel < outputs.count else { continue }
      outputs[channel].append(
        source(place, channel: from.lowerBound + (isSpread ? 0 : number), times.engine))
    }
  }

  private mutating func routeAudioOutput(_ place: Int) {
    guard let first = ports.audioOutputs[graph.nodes[place].id] else { return }
    for (number, sources) in inputs(of: place, times.engine).enumerated()
    where first + number < outputs.count {
      outputs[first + number] += sources
    }
  }
}
