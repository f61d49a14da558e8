public import TenutoCore
public import TenutoMIDI
public import TenutoTransport

/// The frames of one call of `Kernel.render`.
///
/// It is borrowed for the call: it is the only access to the samples.
public struct RenderCycle: ~Copyable, ~Escapable {
  /// The input samples of these frames, channels of all busses in order.
  public let input: AudioBlock
  /// The output samples of these frames, channels of all busses in order.
  public var output: MutableAudioBlock
  /// Time of the first frame, in frames since start.
  public let sampleTime: Int64
  @usableFromInline let services: CycleServices

  /// Joins the sample blocks of one call with the cycle's other data.
  @_lifetime(copy input, copy output)
  @inlinable @_noLocks
  init(
    input: consuming AudioBlock, output: consuming MutableAudioBlock, sampleTime: Int64,
    services: CycleServices
  ) {
    self.input = input
    self.output = output
    self.sampleTime = sampleTime
    self.services = services
  }

  /// Frames to render, `1...maximumFrameCount`.
  @inlinable public var frameCount: Int {
    @_noLocks get { output.frameCount }
  }

  /// The musical time at the first of these frames; its tempo applies to all of them
  /// (`musicalContextBlock`, `transportStateBlock`).
  @inlinable public var musicalContext: MusicalContext {
    @_noLocks get { services.time.context }
  }

  /// Whether the host renders offline, without deadlines (`isRenderingOffline`).
  @inlinable public var isOffline: Bool {
    @_noLocks get { services.isOffline }
  }

  /// Sends a packet to the host at one of these frames (`MIDIOutputEventBlock`); its group is the
  /// index of the MIDI output.
  ///
  /// Thread: render.
  @inlinable @_noLocks
  public mutating func send(_ packet: UMP, at frame: Int) {
    send(.midi(packet), at: frame)
  }

  /// Sets a parameter from the kernel, such as a meter; the host and the unit are notified.
  ///
  /// The value is clamped to the range. Unknown parameters and NaN are ignored.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func setParameter(_ address: ParameterAddress, to value: Float, at frame: Int) {
    let index = services.parameters.index(of: address)
    guard index >= 0, value == value else { return }
    let value = services.parameters.clamped(value, at: index)
    if services.parameters.store(value, at: index) {
      services.parameters.mark(.changed, at: index)
    }
    send(.parameter(address: address, value: value), at: frame)
  }

  /// Notifies the host that the user has begun to move a parameter (touch).
  ///
  /// Thread: render.
  @inlinable @_noLocks
  public mutating func beginGesture(_ address: ParameterAddress, at frame: Int) {
    send(.gesture(address: address, isTouched: true), at: frame)
  }

  /// Notifies the host that the user has stopped moving the parameter (release).
  ///
  /// Thread: render.
  @inlinable @_noLocks
  public mutating func endGesture(_ address: ParameterAddress, at frame: Int) {
    send(.gesture(address: address, isTouched: false), at: frame)
  }

  @inlinable @_noLocks
  mutating func send(_ payload: TimedEvent.Payload, at frame: Int) {
    let offset = UInt32(truncatingIfNeeded: services.start &+ max(0, frame))
    services.sink.insert(TimedEvent(frameOffset: offset, payload: payload))
  }
}

/// The data of a cycle besides its samples.
///
/// Valid until the end of the cycle.
@usableFromInline struct CycleServices: BitwiseCopyable {
  @usableFromInline let time: MusicalTime
  @usableFromInline let sink: EventSink
  /// The frame of the cycle at which this call starts.
  @usableFromInline let start: Int
  @usableFromInline let isOffline: Bool
  @usableFromInline let parameters: ParameterTable

  /// Creates the services of one call.
  @inlinable @_noLocks
  init(
    time: MusicalTime, sink: EventSink, start: Int, isOffline: Bool, parameters: ParameterTable
  ) {
    self.time = time
    self.sink = sink
    self.start = start
    self.isOffline = isOffline
    self.parameters = parameters
  }
}
