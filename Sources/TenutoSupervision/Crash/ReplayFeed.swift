internal import TenutoCore
internal import TenutoRender

/// Supplies a recording cycle by cycle.
struct ReplayFeed {
  /// The input of one cycle.
  struct Content {
    var events: [TimedEvent] = []
    var contexts: [FlightRecording.Context] = []
    /// `[channel][frame]`.
    var inputs: [[Float]] = []
  }

  private let recording: FlightRecording
  private var index = 0
  private var event = 0
  private var context = 0
  private var frame = 0
  /// Events of cycles that the instance was not asked for, which it gets with the next cycle.
  private var waiting: [TimedEvent]

  init(_ recording: FlightRecording) {
    self.recording = recording
    waiting = recording.before.map { TimedEvent(frameOffset: 0, payload: $0) }
  }

  /// Returns the input of `cycle`, the next one.
  mutating func next(_ cycle: FlightRecording.Cycle) -> Content {
    var content = Content()
    while event < recording.events.count, recording.events[event].cycle <= index {
      content.events.append(recording.events[event].event)
      event += 1
    }
    while context < recording.contexts.count, recording.contexts[context].cycle <= index {
      content.contexts.append(recording.contexts[context])
      context += 1
    }
    content.inputs = recording.inputs.map { Array($0[frame..<frame + cycle.frameCount]) }
    frame += cycle.frameCount
    index += 1
    guard cycle.isAsked else {
      waiting += content.events.map { TimedEvent(frameOffset: 0, payload: $0.payload) }
      return content
    }
    content.events = waiting + content.events
    waiting = []
    return content
  }
}
