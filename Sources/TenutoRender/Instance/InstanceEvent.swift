public import TenutoCore
public import TenutoProcess
internal import TenutoTransport

/// An event for the observers of an instance.
public enum InstanceEvent: Sendable, Equatable {
  /// A parameter has a new value, set by the component, the host, a preset, a state, or the end of
  /// a ramp. The value is in its range.
  ///
  /// The corresponding block is `AUParameterObserver`.
  case parameter(ParameterValue)
  /// The host has selected a factory preset; the changed values are reported separately.
  ///
  /// The corresponding property is `currentPreset`.
  case presetSelected(FactoryPreset)
  /// A gesture on a parameter has begun or ended in the extension (touch and release).
  case gesture(ParameterAddress, isTouched: Bool)
  /// The state has changed, apart from the parameters.
  case stateChanged
  /// Latency or tail have changed; allocate again when the music permits.
  case formatChanged
  /// The latency is now this many frames; graphs adapt by themselves.
  case latencyChanged(Int)
  /// Bytes for any listener, such as a meter or a scope.
  case stream([UInt8])
  /// The process has ended; this is the last event.
  ///
  /// The corresponding notification is `kAudioComponentInstanceInvalidationNotification`.
  case ended(ProcessExit)

  init(_ notice: Notice) {
    self =
      switch notice {
      case .parameter(let value): .parameter(value)
      case .gesture(let address, let isTouched): .gesture(address, isTouched: isTouched)
      case .stateChanged: .stateChanged
      case .formatChanged: .formatChanged
      case .stream(let bytes): .stream(bytes)
      case .latencyChanged(let frames): .latencyChanged(Int(frames))
      }
  }
}

/// An observation of events, which ends with this object.
///
/// It also identifies the originator of changes: `Instance.set(_:originator:)` and similar calls
/// skip this observer. The corresponding type is `AUParameterObserverToken`.
public final class Observation: Sendable {
  private let center: EventCenter
  private let key: UInt64

  init(_ center: EventCenter, key: UInt64) {
    self.center = center
    self.key = key
  }

  deinit { cancel() }

  /// Ends the observation; a running call of the handler finishes.
  ///
  /// Thread: any.
  public func cancel() { center.removeObserver(key) }

  /// The observer's number at `center`, or nil if it observes another instance.
  func key(at center: EventCenter) -> UInt64? { center === self.center ? key : nil }
}

extension Instance {
  /// Calls `handler` for every event until the observation is cancelled or released.
  ///
  /// Observers also get values that the host sets, except the originator's own. A scheduled value,
  /// or the end of a ramp, is reported after the engine has rendered its frame; of several for one
  /// parameter, only the last.
  ///
  /// The handlers of all instances run on one thread of the host, so keep them short. If an
  /// extension sends faster than they run, events are thinned out: the last value of each parameter
  /// and the newest stream pieces stay (see `droppedStreamCount`).
  public func observe(
    _ handler: @escaping @Sendable (InstanceEvent) -> Void
  ) -> Observation {
    Observation(center, key: center.addObserver(handler))
  }

  /// Observes as `observe` does, without the host's own changes, for callers that report these
  /// themselves.
  package func observeComponent(
    _ handler: @escaping @Sendable (InstanceEvent) -> Void
  ) -> Observation {
    Observation(center, key: center.addObserver(hearsHost: false, handler))
  }

  /// The events from now on, ending with the process; at most the newest 1024 wait.
  public var events: AsyncStream<InstanceEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let observation = observe { event in
        continuation.yield(event)
        if case .ended = event { continuation.finish() }
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  /// Stream pieces that were dropped because observers were too slow.
  public var droppedStreamCount: Int { center.droppedStreamCount }

  /// Takes an event of a kernel from the events channel, like a notice.
  ///
  /// Thread: any but the render thread.
  package func deliver(_ event: InstanceEvent) {
    if case .ended = event { return }  // The end of a process is detected elsewhere.
    center.take(event)
  }
}
