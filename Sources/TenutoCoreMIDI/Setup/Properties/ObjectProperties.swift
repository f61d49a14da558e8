internal import Synchronization

/// The properties that a program of this process has set on an object.
final class ObjectProperties: Sendable {
  private let values = Mutex<[String: PropertyValue]>([:])

  /// The value of a property; nil if it is not set; setting nil removes it.
  subscript(key: CFString) -> PropertyValue? {
    get { values.withLock { $0[key] } }
    set { values.withLock { $0[key] = newValue } }
  }

  /// All properties.
  var all: [String: PropertyValue] { values.withLock { $0 } }
}
