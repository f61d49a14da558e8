import Synchronization

/// A name that becomes known after its user was created.
final class NameBox: Sendable {
  private let name = Mutex("")

  var value: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
}
