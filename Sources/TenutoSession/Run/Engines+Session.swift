public import TenutoRender
public import TenutoSystem

extension ClockEngine {
  /// Plays what a session orders.
  ///
  /// - Parameters:
  ///   - order: What plays.
  ///   - settings: What the session says of it.
  ///   - recording: Where the sound goes, if anywhere.
  /// - Throws: As `init`.
  public convenience init(
    _ order: EngineOrder, _ settings: EngineSettings, recording: Recording? = nil
  ) throws(HostError) {
    let format = ClockEngine.format(
      sampleRate: settings.chosenRate, frameCount: settings.chosenFrameCount)
    try self.init(
      order.graph, format: format.fitted(to: order.graph, settings),
      timeline: MusicalTimeline(tempo: settings.tempo), recording: recording)
  }
}

extension OfflineEngine {
  /// Renders what a session orders.
  ///
  /// - Throws: As `init`.
  public convenience init(
    _ order: EngineOrder, _ settings: EngineSettings
  ) throws(HostError) {
    let format = OfflineEngine.format(
      sampleRate: settings.chosenRate, frameCount: settings.chosenFrameCount)
    try self.init(
      order.graph, format: format.fitted(to: order.graph, settings),
      timeline: MusicalTimeline(tempo: settings.tempo))
  }
}

extension EngineSettings {
  /// Frames per second, in Hz, where there is no JACK.
  public var chosenRate: Double { sampleRate ?? 48_000 }

  /// Frames of a cycle where there is no JACK.
  public var chosenFrameCount: Int { frameCount ?? 256 }
}

extension EngineFormat {
  /// With the channels that a graph needs, and what a session says of its deadlines.
  func fitted(to graph: Graph, _ settings: EngineSettings) -> EngineFormat {
    var format = self
    if let share = settings.deadlineShare { format.deadlineShare = share }
    let (inputs, outputs) = graph.engineChannelCounts
    format.inputChannelCount = inputs
    format.outputChannelCount = max(2, outputs)
    return format
  }
}

extension Graph {
  /// Channels that audio inputs and audio outputs need, all together.
  var engineChannelCounts: (inputs: Int, outputs: Int) {
    nodes.reduce(into: (0, 0)) { counts, node in
      switch node.content {
      case .audioInput(let count): counts.0 += count
      case .audioOutput(let count): counts.1 += count
      default: break
      }
    }
  }
}
