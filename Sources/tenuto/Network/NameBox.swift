import Synchronization

/// A name that is known later than what uses it.
final class NameBox: Sendable {
  private let name = Mutex("")

  var value: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}
