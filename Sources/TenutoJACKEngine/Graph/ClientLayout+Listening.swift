internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The layout of the managing client if each node has its own client: ports that listen without
/// playing.
extension ClientLayout {
  /// Creates a layout that listens to a graph.
  ///
  /// - Parameters:
  ///   - graph: The playing graph.
  ///   - hearsMIDI: Whether there is a port for each MIDI input.
  ///   - channelCount: Channels of a recording; 0 for no recording. Each channel of an audio output
  ///     gets one of them while there are free ones.
  ///   - old: The previous layout: a channel keeps its position in the recording.
  init(
    listeningTo graph: Graph, hearsMIDI: Bool, channelCount: Int, after old: ClientLayout
  ) {
    var heard = graph
    for node in graph.nodes {
      switch node.content {
      case .midiInput where hearsMIDI: continue
      case .audioOutput where channelCount > 0: continue
      default: heard.remove(node.id)
      }
    }
    self.init(whole: heard)
    (self.graph, nodes) = (Graph(), [:])
    record(channelCount, after: old)
  }

  /// Turns the ports of audio outputs into ports that record.
  private mutating func record(_ channelCount: Int, after old: ClientLayout) {
    let whole = ports
    let there = Set(whole.compactMap(\.recordedChannel))
    let known = old.recordedChannels.filter { there.contains($0.key) }
    var free = Set(0..<channelCount).subtracting(known.values)
    ports = []
    for port in whole {
      guard let channel = port.recordedChannel else {
        ports.append(port)
        continue
      }
      let index = known[channel] ?? free.min()
      ends[channel.node]?.outputs = []
      ends[channel.node]?.recording.append(index == nil ? nil : port.plan.name)
      guard let index else { continue }
      free.remove(index)
      ports.append(port.recording(channel, at: index))
    }
  }

  /// The channels' positions in the recording.
  private var recordedChannels: [RecordedChannel: Int] {
    var channels: [RecordedChannel: Int] = [:]
    for port in ports {
      guard case .recording(let node, let channel, let index) = port.binding else { continue }
      channels[RecordedChannel(node: node, channel: channel)] = index
    }
    return channels
  }
}

/// A channel of an audio output.
private struct RecordedChannel: Hashable {
  let node: Graph.NodeID
  let channel: Int
}

extension GraphPort {
  /// The recorded channel of an audio output's port, or nil for other ports.
  fileprivate var recordedChannel: RecordedChannel? {
    guard case .audioOutput(let node, let channel) = binding else { return nil }
    return RecordedChannel(node: node, channel: channel)
  }

  /// The input port that records this port's output.
  fileprivate func recording(_ channel: RecordedChannel, at index: Int) -> GraphPort {
    GraphPort(
      plan: .init(
        name: plan.name, prettyName: "\(plan.prettyName) recorded", kind: .audio,
        direction: .input, group: plan.group),
      binding: .recording(channel.node, channel: channel.channel, recorded: index))
  }
}
