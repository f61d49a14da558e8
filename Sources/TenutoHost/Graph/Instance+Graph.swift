public import TenutoCore

extension Instance {
  /// The channels of its busses, by which it is connected and rendered.
  var layoutInGraph: BusLayout { layout }

  /// Frames by which its output is later than its input, bounded: it is the extension's word.
  var latencyInGraph: Int { min(max(0, latency), 1 << 18) }
}

extension Graph.Node {
  /// Its instance, where it is one.
  public var instance: Instance? {
    if case .instance(let instance) = content { return instance }
    return nil
  }

  /// The channels of its busses.
  public var layout: BusLayout {
    switch content {
    case .instance(let instance): instance.layoutInGraph
    case .placeholder(let placeholder): placeholder.layout
    case .mixer(let mixer):
      BusLayout(inputs: mixer.inputs, outputs: [mixer.outputChannelCount])
    case .fileInput(let file): BusLayout(inputs: [], outputs: [file.channelCount])
    case .fileOutput(let file): BusLayout(inputs: [file.channelCount], outputs: [])
    case .audioInput(let count): BusLayout(inputs: [], outputs: [count])
    case .audioOutput(let count): BusLayout(inputs: [count], outputs: [])
    case .midiInput, .midiOutput: BusLayout(inputs: [], outputs: [])
    }
  }
}
