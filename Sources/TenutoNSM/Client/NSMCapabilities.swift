/// What a program can do for its session manager.
///
/// An optional window to show and hide is not among them.
public struct NSMCapabilities: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Takes the bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Opens another project without being started again.
  public static let switching = NSMCapabilities(rawValue: 1)
  /// Knows whether there is something to save.
  public static let dirty = NSMCapabilities(rawValue: 2)
  /// Says how far an `open` or `save` is.
  public static let progress = NSMCapabilities(rawValue: 4)
  /// Sends messages for people.
  public static let message = NSMCapabilities(rawValue: 8)

  /// All of them.
  public static let all: NSMCapabilities = [.switching, .dirty, .progress, .message]

  /// As the protocol writes it: `:switch:dirty:`.
  var text: String {
    let names: [(NSMCapabilities, String)] = [
      (.switching, "switch"), (.dirty, "dirty"), (.progress, "progress"), (.message, "message"),
    ]
    return names.reduce(":") { contains($1.0) ? "\($0)\($1.1):" : $0 }
  }
}
