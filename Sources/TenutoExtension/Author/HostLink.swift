public import TenutoCore
internal import TenutoTransport

/// A unit's link to its host.
///
/// Thread: control.
public final class HostLink {
  /// The unit's component.
  public let component: ComponentDescription
  /// The purpose of the instance, such as a track's name; empty until the host sets it
  /// (`contextName`).
  public internal(set) var contextName = ""
  /// The values of all parameters; lives as long as this object.
  let table: ParameterTable
  private let notices: NoticeQueue

  init(component: ComponentDescription, notices: NoticeQueue) {
    self.component = component
    self.notices = notices
    table = ParameterTable.allocate(component.parameters)
  }

  deinit { table.deallocate() }

  /// The value of a parameter, or the target of its ramp; 0 for an unknown one.
  public func value(of address: ParameterAddress) -> Float { table.value(of: address) ?? 0 }

  /// Sets a parameter from the unit; the kernel and the host are notified.
  ///
  /// The value is clamped to the range. Unknown parameters and NaN are ignored;
  /// the unit may set read-only ones. `didSet` is not called for it.
  public func setParameter(_ address: ParameterAddress, to value: Float) {
    guard let set = table.setByUnit(ParameterValue(address, value)) else { return }
    notices.send(.parameter(set))
  }

  /// Notifies the host that the user has begun to move a parameter (touch).
  public func beginGesture(_ address: ParameterAddress) {
    notices.send(.gesture(address, isTouched: true))
  }

  /// Notifies the host that the user has stopped moving the parameter (release).
  public func endGesture(_ address: ParameterAddress) {
    notices.send(.gesture(address, isTouched: false))
  }

  /// Notifies the host of a state change other than parameters.
  public func stateDidChange() { notices.send(.stateChanged) }

  /// Notifies the host of a changed latency or tail: it reallocates when it can.
  public func formatDidChange() { notices.send(.formatChanged) }

  /// Notifies the host of a new latency of the sound in frames, from now on.
  ///
  /// The host compensates other paths from a cycle boundary on, without reallocating: until then,
  /// paths that meet are misaligned. `Kernel.latency` must return the same value when it is read
  /// next.
  public func latencyDidChange(to frameCount: Int) {
    notices.send(.latencyChanged(Self.latency(frameCount)))
  }

  /// A latency in frames, clamped to the host's limit.
  static func latency(_ frameCount: Int) -> UInt32 {
    UInt32(min(max(frameCount, 0), Int(AllocateRequest.Response.maximumLatency)))
  }

  /// Sends at most 32768 bytes to listeners; they are dropped if the host is too slow.
  ///
  /// More bytes are a programmer error and trap.
  public func stream(_ bytes: [UInt8]) {
    precondition(bytes.count <= Notice.maximumStreamBytes, "a stream's piece has 32768 bytes")
    notices.send(.stream(bytes))
  }
}
