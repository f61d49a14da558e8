internal import Glibc

/// A program that a session manager starts, asks to open and save, and ends.
///
/// Speaks the client's side of the Non Session Manager's protocol, API 1.1, as New Session
/// Manager and RaySession serve it. To end the program the manager sends SIGTERM.
///
///     let client = try NSMClient(
///       applicationName: "Tenuto", executable: CommandLine.arguments[0], handler: program)
///     try client.announce()
///
/// Thread: any, for everything; the handler is called on a thread of the client's own.
public final class NSMClient: Sendable {
  private let core: NSMCore

  /// The server's URL from the environment (`NSM_URL`); nil without a session manager.
  public static var environmentAddress: String? {
    guard let url = unsafe getenv("NSM_URL") else { return nil }
    let text = unsafe String(cString: url)
    return text.isEmpty ? nil : text
  }

  /// Prepares the client; `announce()` reports it to the server.
  ///
  /// - Parameters:
  ///   - applicationName: The display name, which JACK clients get as their name.
  ///   - executable: The program as it was started; its last path component is sent.
  ///   - address: The server's URL.
  ///   - capabilities: Capabilities beyond opening and saving.
  ///   - handler: The handler of requests, retained until `close()` or the end of the client.
  /// - Throws: `notManaged` without an address, `addressInvalid`, `outOfResources`.
  public init(
    applicationName: String, executable: String,
    address: String? = NSMClient.environmentAddress, capabilities: NSMCapabilities = .all,
    handler: any NSMHandler
  ) throws(NSMError) {
    guard let address else { throw .notManaged }
    let name = executable.split(separator: "/").last.map(String.init) ?? applicationName
    let identity = NSMIdentity(
      applicationName: applicationName, executable: name, capabilities: capabilities)
    core = try NSMCore(identity, address: address)
    try NSMLoop.start(core, handler: handler)
  }

  deinit { core.stop() }

  /// Announces the program to the server, and waits for its answer.
  ///
  /// The server then asks to open a project, often before this call has returned.
  ///
  /// - Parameter timeoutMilliseconds: How long to wait; a server on this machine answers at once.
  /// - Throws: `noAnswer` or `refused`; the program then continues without a session manager.
  public func announce(timeoutMilliseconds: Int32 = 5000) throws(NSMError) {
    try core.announce(timeoutMilliseconds: timeoutMilliseconds)
  }

  /// Ends the client; no request is handled after this returns, except the one whose handler calls
  /// it.
  public func close() { core.close() }
}

// MARK: - Status

extension NSMClient {
  /// Whether the server has accepted the program and is still there.
  public var isManaged: Bool { core.isManaged }

  /// The server's name, such as `New Session Manager`; empty while not managed.
  public var serverName: String { core.serverName }

  /// Reports whether there are unsaved changes; a repeated value is not sent.
  public func setDirty(_ isDirty: Bool) { core.setDirty(isDirty) }

  /// Reports the progress of an `open` or `save`: 0...1; other values are clamped.
  public func sendProgress(_ progress: Float) {
    guard !progress.isNaN else { return }
    core.sendIfManaged(.progress, "progress", [.float(min(max(progress, 0), 1))])
  }

  /// Shows a sentence to the user, if the manager supports it.
  ///
  /// - Parameters:
  ///   - message: The sentence.
  ///   - priority: 0...3, with 3 the most important; other values are clamped.
  public func sendMessage(_ message: String, priority: Int = 0) {
    let priority = Int32(min(max(priority, 0), 3))
    core.sendIfManaged(.message, "message", [.integer(priority), .string(message)])
  }

  /// Labels the instance in the manager, for example with the file that it plays.
  public func setLabel(_ label: String) { core.sendIfManaged([], "label", [.string(label)]) }
}
