public import TenutoRender
public import TenutoSystem

extension ClockEngine {
  /// Plays a session's graph by the clock.
  ///
  /// - Parameters:
  ///   - order: The graph to play.
  ///   - settings: The session's settings.
  ///   - recording: The destination of the sound, or nil.
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
  /// Renders a session's graph offline.
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
  /// Frames per second, in Hz, without JACK.
  public var chosenRate: Double { sampleRate ?? 48_000 }

  /// Frames of a cycle without JACK.
  public var chosenFrameCount: Int { frameCount ?? 256 }
}

extension EngineFormat {
  /// Returns the format with the channels that a graph needs, and the session's deadlines.
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
  /// The channels that audio inputs and audio outputs need in all.
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
