/// A value of a Core MIDI function, with the interface of Swift's own `Unmanaged`.
///
/// In Core MIDI a function's strings and data have an owner, and the caller states who releases
/// them. Here a string is a value, so both ways of taking it are equal. For objects it is Swift's
/// own `Unmanaged`, so code that passes an object through a `refCon` compiles unchanged.
@safe
public struct Unmanaged<Instance> {
  private let value: Instance?
  /// Only forwarded; as with Swift's own type, the code that takes the object handles threads.
  nonisolated(unsafe) private let opaque: UnsafeMutableRawPointer?  // see above

  /// Creates a reference to a value.
  init(_ value: Instance) {
    self.value = value
    unsafe opaque = nil
  }

  /// Returns the value; for an object see the other form.
  public func takeRetainedValue() -> Instance { taken }

  /// Returns the value; for an object see the other form.
  public func takeUnretainedValue() -> Instance { taken }

  private var taken: Instance {
    guard let value else { preconditionFailure("an object was taken as a value") }
    return value
  }
}

extension Unmanaged where Instance: AnyObject {
  private init(opaque: UnsafeMutableRawPointer) {
    value = nil
    unsafe self.opaque = opaque
  }

  private var object: Swift.Unmanaged<Instance> {
    guard let opaque = unsafe opaque else { preconditionFailure("a value was taken as an object") }
    return unsafe .fromOpaque(opaque)
  }

  /// Returns a reference that keeps `value` alive until it is taken as retained or released.
  public static func passRetained(_ value: Instance) -> Unmanaged<Instance> {
    unsafe Unmanaged(opaque: Swift.Unmanaged.passRetained(value).toOpaque())
  }

  /// Returns a reference that does not keep `value` alive.
  public static func passUnretained(_ value: Instance) -> Unmanaged<Instance> {
    unsafe Unmanaged(opaque: Swift.Unmanaged.passUnretained(value).toOpaque())
  }

  /// Returns the reference that `toOpaque()` made a pointer of.
  public static func fromOpaque(_ value: UnsafeRawPointer) -> Unmanaged<Instance> {
    unsafe Unmanaged(opaque: UnsafeMutableRawPointer(mutating: value))
  }

  /// Returns the reference as a pointer, for a `refCon`.
  public func toOpaque() -> UnsafeMutableRawPointer { unsafe object.toOpaque() }

  /// Returns the object, and releases the reference that kept it alive.
  public func takeRetainedValue() -> Instance { unsafe object.takeRetainedValue() }

  /// Returns the object.
  public func takeUnretainedValue() -> Instance { unsafe object.takeUnretainedValue() }

  /// Retains the object again.
  @discardableResult
  public func retain() -> Unmanaged<Instance> {
    _ = unsafe object.retain()
    return self
  }

  /// Releases the object.
  public func release() { unsafe object.release() }
}
