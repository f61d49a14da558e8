public import TenutoCore
internal import TenutoTransport

/// A unit's way to its host.
///
/// Thread: control.
public final class HostLink {
  /// The component that the unit is.
  public let component: ComponentDescription
  /// What the instance is used for, such as a track's name; empty until the host says
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

  /// The value of a parameter, or the one that it is on its way to; 0 for an unknown one.
  public func value(of address: ParameterAddress) -> Float { table.value(of: address) ?? 0 }

  /// Sets a parameter from the unit's side: the kernel and the host learn of it.
  ///
  /// The value is put into the range. Unknown parameters and what is no number are ignored;
  /// read-only ones are the unit's to set. `didSet` is not called for it.
  public func setParameter(_ address: ParameterAddress, to value: Float) {
    guard let set = table.setByUnit(ParameterValue(address, value)) else { return }
    notices.send(.parameter(set))
  }

  /// Tells the host that somebody has begun to move a parameter (touch).
  public func beginGesture(_ address: ParameterAddress) {
    notices.send(.gesture(address, isTouched: true))
  }

  /// Tells the host that nobody moves the parameter any more (release).
  public func endGesture(_ address: ParameterAddress) {
    notices.send(.gesture(address, isTouched: false))
  }

  /// Tells the host that the state has changed otherwise than by parameters.
  public func stateDidChange() { notices.send(.stateChanged) }

  /// Tells the host that latency or tail have changed: it allocates anew when it can.
  public func formatDidChange() { notices.send(.formatChanged) }

  /// Tells the host that the sound is so many frames later than what comes in from now on.
  ///
  /// The host makes others as late from a cycle boundary on, and allocates nothing anew: meanwhile
  /// what flows together is not equally late. `Kernel.latency` is to say the same when it is asked
  /// next.
  public func latencyDidChange(to frameCount: Int) {
    notices.send(.latencyChanged(Self.latency(frameCount)))
  }

  /// A latency in frames, cut to what a host takes.
  static func latency(_ frameCount: Int) -> UInt32 {
    UInt32(min(max(frameCount, 0), Int(AllocateRequest.Response.maximumLatency)))
  }

  /// Sends bytes to whoever listens, at most 32768; what the host is too slow for is dropped.
  ///
  /// More bytes are a programmer error and trap.
  public func stream(_ bytes: [UInt8]) {
    precondition(bytes.count <= Notice.maximumStreamBytes, "a stream's piece has 32768 bytes")
    notices.send(.stream(bytes))
  }
}
