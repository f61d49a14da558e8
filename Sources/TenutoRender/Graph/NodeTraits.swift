public import TenutoCore

extension Graph {
  /// The properties of a node that connections and engines need, whatever its kind.
  public struct Traits: Sendable, Equatable {
    /// The channels of its audio busses.
    public var layout: BusLayout
    /// The allowed channel counts of its busses.
    var channelCounts: ClosedRange<Int>
    /// Whether it has a MIDI input.
    public var takesMIDI = false
    /// Whether it has a MIDI output.
    public var givesMIDI = false
    /// Whether it renders in a separate process.
    public var isExtension = false
    /// Whether it is an input or an output of the engine: JACK ports.
    public var isEnginePort = false

    init(
      inputs: [Int] = [], outputs: [Int] = [], channelCounts: ClosedRange<Int> = 1...256
    ) {
      layout = BusLayout(inputs: inputs, outputs: outputs)
      self.channelCounts = channelCounts
    }

    /// Whether it has no output.
    var isEnd: Bool { layout.outputs.isEmpty && !givesMIDI }

    /// The number of engine channels of an engine port; nil for other nodes.
    var engineChannelCount: Int? {
      isEnginePort ? layout.inputChannelCount + layout.outputChannelCount : nil
    }
  }
}

extension Graph.Content {
  /// The properties that connections and engines need.
  public var traits: Graph.Traits {
    var traits: Graph.Traits
    switch self {
    case .instance(let instance):
      let layout = instance.layoutInGraph
      traits = .init(inputs: layout.inputs, outputs: layout.outputs, channelCounts: 0 ... .max)
      traits.isExtension = true
      (traits.takesMIDI, traits.givesMIDI) = (instance.description.acceptsMIDI, true)
    case .placeholder(let place):
      traits = .init(
        inputs: place.layout.inputs, outputs: place.layout.outputs, channelCounts: 0...256)
      (traits.takesMIDI, traits.givesMIDI) = (true, true)
    case .mixer(let mixer):
      traits = .init(
        inputs: mixer.inputs, outputs: [mixer.outputChannelCount], channelCounts: 1...2)
    case .fileInput(let file): traits = .init(outputs: [file.channelCount])
    case .fileOutput(let file): traits = .init(inputs: [file.channelCount])
    case .monitor(let monitor):
      traits = .init(inputs: monitor.channelCount > 0 ? [monitor.channelCount] : [])
      traits.takesMIDI = monitor.channelCount == 0
    case .song:
      traits = .init()
      traits.givesMIDI = true
    case .audioInput(let count):
      traits = .init(outputs: [count])
      traits.isEnginePort = true
    case .audioOutput(let count):
      traits = .init(inputs: [count])
      traits.isEnginePort = true
    case .midiInput:
      traits = .init()
      (traits.givesMIDI, traits.isEnginePort) = (true, true)
    case .midiOutput:
      traits = .init()
      (traits.takesMIDI, traits.isEnginePort) = (true, true)
    }
    return traits
  }
}

extension Graph.Node {
  /// The properties that connections and engines need.
  public var traits: Graph.Traits { content.traits }

  /// The channels of its busses.
  public var layout: BusLayout { traits.layout }

  /// Whether it renders in a separate process.
  var isExtension: Bool { instance != nil }
}
