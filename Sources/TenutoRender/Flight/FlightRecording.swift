public import TenutoCore

/// The input of a node in its last seconds: cycles, events, musical time and sound.
///
/// A replay begins with the state left by all earlier input.
public struct FlightRecording: Sendable, Equatable {
  /// One cycle.
  public struct Cycle: Sendable, Equatable {
    /// The sample time of its first frame, in frames since start.
    public var sampleTime: Int64
    /// The number of its frames.
    public var frameCount: Int
    /// Whether the node was asked to render it; a late or dead node is not asked.
    public var isAsked: Bool
    /// Whether rendering was offline.
    public var isOffline: Bool

    /// Creates a cycle.
    public init(
      sampleTime: Int64, frameCount: Int, isAsked: Bool = true, isOffline: Bool = false
    ) {
      self.sampleTime = sampleTime
      self.frameCount = frameCount
      self.isAsked = isAsked
      self.isOffline = isOffline
    }
  }

  /// One event as sent to the extension, with its cycle.
  public struct Event: Sendable, Equatable {
    /// Its cycle, an index into `cycles`.
    public var cycle: Int
    /// The event.
    public var event: TimedEvent

    /// Creates an event.
    public init(cycle: Int, event: TimedEvent) {
      self.cycle = cycle
      self.event = event
    }
  }

  /// The musical context from a frame of a cycle on.
  public struct Context: Sendable, Equatable {
    /// Its cycle, an index into `cycles`.
    public var cycle: Int
    /// The first frame of the cycle for which it holds.
    public var frameOffset: Int
    /// The context.
    public var context: MusicalContext

    /// Creates a context.
    public init(cycle: Int, frameOffset: Int, context: MusicalContext) {
      self.cycle = cycle
      self.frameOffset = frameOffset
      self.context = context
    }
  }

  /// The state before the first cycle: controllers, held notes, parameters.
  public var before: [TimedEvent.Payload]
  /// The cycles, oldest first.
  public var cycles: [Cycle]
  /// The events in the order in which they were sent.
  public var events: [Event]
  /// The contexts in the order of time.
  public var contexts: [Context]
  /// `[channel][frame]`, all cycles one after the other.
  public var inputs: [[Float]]

  /// Creates a recording.
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
  /// A parameter that a message set, outside the events of the cycles.
  public struct Setting: Sendable, Equatable {
    /// The engine's sample time when it was set.
    public var sampleTime: Int64
    /// The parameter and its value.
    public var value: ParameterValue

    /// Creates a setting.
    public init(sampleTime: Int64, value: ParameterValue) {
      self.sampleTime = sampleTime
      self.value = value
    }
  }

  /// Returns the recording with settings added to the first cycle that begins at or after their
  /// time.
  ///
  /// Older settings go before the first cycle; settings after the last cycle are dropped.
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
    // Stable sort: settings come before the events of their cycle, as messages do.
    result.events = (added + events).enumerated()
      .sorted { ($0.element.cycle, $0.offset) < ($1.element.cycle, $1.offset) }.map(\.element)
    return result
  }
}
