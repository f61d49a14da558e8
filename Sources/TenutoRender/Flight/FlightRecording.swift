public import TenutoCore

/// The input of a node in its last seconds: cycles, events, the music's time and sound.
///
/// A replay of it begins with what was left behind by all that came before.
public struct FlightRecording: Sendable, Equatable {
  /// One cycle.
  public struct Cycle: Sendable, Equatable {
    /// Frames since start, of its first frame.
    public var sampleTime: Int64
    /// Frames in it.
    public var frameCount: Int
    /// Whether the node was asked to render it; a late or dead node is not.
    public var isAsked: Bool
    /// Whether no time ran.
    public var isOffline: Bool

    /// States a cycle.
    public init(
      sampleTime: Int64, frameCount: Int, isAsked: Bool = true, isOffline: Bool = false
    ) {
      self.sampleTime = sampleTime
      self.frameCount = frameCount
      self.isAsked = isAsked
      self.isOffline = isOffline
    }
  }

  /// One event as the extension was sent it, with the cycle that it was sent for.
  public struct Event: Sendable, Equatable {
    /// Its cycle, an index into `cycles`.
    public var cycle: Int
    /// The event.
    public var event: TimedEvent

    /// States an event.
    public init(cycle: Int, event: TimedEvent) {
      self.cycle = cycle
      self.event = event
    }
  }

  /// The music's time from a frame of a cycle on.
  public struct Context: Sendable, Equatable {
    /// Its cycle, an index into `cycles`.
    public var cycle: Int
    /// The first frame of the cycle for which it holds.
    public var frameOffset: Int
    /// The time.
    public var context: MusicalContext

    /// States a context.
    public init(cycle: Int, frameOffset: Int, context: MusicalContext) {
      self.cycle = cycle
      self.frameOffset = frameOffset
      self.context = context
    }
  }

  /// What had happened before the first cycle and still held: controllers, held notes, parameters.
  public var before: [TimedEvent.Payload]
  /// The cycles, the oldest first.
  public var cycles: [Cycle]
  /// In the order in which they were sent.
  public var events: [Event]
  /// In the order of time.
  public var contexts: [Context]
  /// `[channel][frame]`, all cycles one after the other.
  public var inputs: [[Float]]

  /// States a recording.
  public init(
    before: [TimedEvent.Payload] = [], cycles: [Cycle] = [], events: [Event] = [],
    contexts: [Context] = [], inputs: [[Float]] = []
  ) {
    self.before = before
    self.cycles = cycles
    self.events = events
    self.contexts = contexts
    self.inputs = inputs
  }

  /// Frames of all cycles together.
  public var frameCount: Int { cycles.reduce(0) { $0 + $1.frameCount } }
}

extension FlightRecording {
  /// A parameter that was set by a message, beside the events of the cycles.
  public struct Setting: Sendable, Equatable {
    /// Frames that had been rendered when it was set.
    public var sampleTime: Int64
    /// The parameter and its value.
    public var value: ParameterValue

    /// States a setting.
    public init(sampleTime: Int64, value: ParameterValue) {
      self.sampleTime = sampleTime
      self.value = value
    }
  }

  /// The recording with parameters set before the first cycle that begins at or after their time.
  ///
  /// Older ones are put before the first cycle, those behind the last cycle are left out.
  public func adding(_ settings: [Setting]) -> FlightRecording {
    var result = self
    guard let first = cycles.first else { return result }
    var added: [Event] = []
    for setting in settings {
      let value = setting.value
      let payload = TimedEvent.Payload.parameter(address: value.address, value: value.value)
      if setting.sampleTime < first.sampleTime {
        result.before.append(payload)
      } else if let cycle = cycles.firstIndex(where: { $0.sampleTime >= setting.sampleTime }) {
        added.append(Event(cycle: cycle, event: TimedEvent(frameOffset: 0, payload: payload)))
      }
    }
    // Stable: of one cycle the settings come first, as messages are taken before its events.
    result.events = (added + events).enumerated()
      .sorted { ($0.element.cycle, $0.offset) < ($1.element.cycle, $1.offset) }.map(\.element)
    return result
  }
}
