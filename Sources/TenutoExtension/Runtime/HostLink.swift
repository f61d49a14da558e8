public import TenutoCore

/// A unit's way to its host.
///
/// Thread: control.
public final class HostLink {
  /// The component that the unit is.
  public let component: ComponentDescription
  /// What the instance is used for, such as a track's name; empty until the host says
  /// (`contextName`).
  public internal(set) var contextName = ""

  init(component: ComponentDescription) { self.component = component }

  /// The value of a parameter; 0 for an unknown one.
  public func value(of address: ParameterAddress) -> Float { fatalError("TODO") }

  /// Sets a parameter from the unit's side: the kernel and the host learn of it.
  public func setParameter(_ address: ParameterAddress, to value: Float) { fatalError("TODO") }

  /// Tells the host that somebody has begun to move a parameter (touch).
  public func beginGesture(_ address: ParameterAddress) { fatalError("TODO") }

  /// Tells the host that nobody moves the parameter any more (release).
  public func endGesture(_ address: ParameterAddress) { fatalError("TODO") }

  /// Tells the host that the state has changed otherwise than by parameters.
  public func stateDidChange() { fatalError("TODO") }

  /// Tells the host that latency or tail have changed.
  public func formatDidChange() { fatalError("TODO") }

  /// Sends bytes to whoever listens, at most 32768; what the host is too slow for is dropped.
  public func stream(_ bytes: [UInt8]) { fatalError("TODO") }
}
