/// The capabilities that a program reports to its session manager.
///
/// The optional GUI is not supported.
public struct NSMCapabilities: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Opens another project without a restart.
  public static let switching = NSMCapabilities(rawValue: 1)
  /// Reports unsaved changes.
  public static let dirty = NSMCapabilities(rawValue: 2)
  /// Reports the progress of `open` and `save`.
  public static let progress = NSMCapabilities(rawValue: 4)
  /// Sends messages for the user.
  public static let message = NSMCapabilities(rawValue: 8)

  /// All of them.
  public static let all: NSMCapabilities = [.switching, .dirty, .progress, .message]

  /// The form used in the protocol: `:switch:dirty:`.
  var text: String {
    let names: [(NSMCapabilities, String)] = [
      (.switching, "switch"), (.dirty, "dirty"), (.progress, "progress"), (.message, "message"),
    ]
    return names.reduce(":") { contains($1.0) ? "\($0)\($1.1):" : $0 }
  }
}
