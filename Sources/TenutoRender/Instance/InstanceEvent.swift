public import TenutoCore
public import TenutoProcess
internal import TenutoTransport

/// An event for the observers of an instance.
public enum InstanceEvent: Sendable, Equatable {
  /// A parameter has another value: the component has set it, or the host, a preset, a state, or a
  /// ramp that has ended. The value is in its range.
  ///
  /// The corresponding block is `AUParameterObserver`.
  case parameter(ParameterValue)
  /// The host has selected a factory preset; the values that it changes are told by themselves.
  ///
  /// The corresponding property is `currentPreset`.
  case presetSelected(FactoryPreset)
  /// The user has begun or ceased to move a parameter in the extension (touch and release).
  case gesture(ParameterAddress, isTouched: Bool)
  /// The state has changed otherwise than by parameters.
  case stateChanged
  /// Latency or tail have changed: allocate anew when the music allows it.
  case formatChanged
  /// The output is so many frames later than the input from now on; graphs follow by themselves.
  case latencyChanged(Int)
  /// Bytes for any listener, such as a meter or a scope.
  case stream([UInt8])
  /// The process has ended; nothing comes after it.
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

/// An observation of events; it ends with this object.
///
/// It is also the originator of what its owner changes: `Instance.set(_:originator:)` and its kin
/// leave this observer out. The corresponding type is `AUParameterObserverToken`.
public final class Observation: Sendable {
  private let center: EventCenter
  private let key: UInt64

  init(_ center: EventCenter, key: UInt64) {
    self.center = center
    self.key = key
  }

  deinit { cancel() }

  /// Ends it; a call of the handler that has begun goes on to its end.
  ///
  /// Thread: any.
  public func cancel() { center.removeObserver(key) }

  /// The observer's number at `center`; nil where it observes another instance.
  func key(at center: EventCenter) -> UInt64? { center === self.center ? key : nil }
}

extension Instance {
  /// Calls `handler` for every event until the observation is cancelled or forgotten.
  ///
  /// Observers are told of values that the host sets as well, except the originator. A scheduled
  /// value, or the end of a ramp, is told after the engine has rendered its last frame; of several
  /// for one parameter, only the last.
  ///
  /// Handlers of all instances run on one thread of the host, so keep them short. What an extension
  /// sends faster than they follow is thinned out: of a parameter's values the last one stays, of
  /// stream pieces the newest (see `droppedStreamCount`).
  public func observe(
    _ handler: @escaping @Sendable (InstanceEvent) -> Void
  ) -> Observation {
    Observation(center, key: center.addObserver(handler))
  }

  /// As `observe`, without the values that the host sets: for callers that report these themselves.
  package func observeComponent(
    _ handler: @escaping @Sendable (InstanceEvent) -> Void
  ) -> Observation {
    Observation(center, key: center.addObserver(hearsHost: false, handler))
  }

  /// The events from now on, ending with the process; of those not yet taken the newest 1024.
  public var events: AsyncStream<InstanceEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let observation = observe { event in
        continuation.yield(event)
        if case .ended = event { continuation.finish() }
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  /// Stream pieces that were dropped because observers were too slow for them.
  public var droppedStreamCount: Int { center.droppedStreamCount }

  /// Takes what a kernel has sent on the events channel, as if it were a notice.
  ///
  /// Thread: any but the render thread.
  package func deliver(_ event: InstanceEvent) {
    if case .ended = event { return }  // The process's end is known without being told.
    center.take(event)
  }
}
