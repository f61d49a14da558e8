import ArgumentParser
import Glibc
import TenutoControl

/// `tenuto open`: opens the page of a running host.
struct OpenCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the page of a running host in the browser.",
    discussion: """
      From then on the host serves the page on 127.0.0.1, to this user's browsers only. The \
      printed address works once, in one browser; run the command again for another browser. On a \
      desktop it opens the browser ('xdg-open'), unless '--print' is given.

      With '--play' the command plays the given session until Ctrl-C, and opens its page. Without \
      a session and a running host it plays the session 'desktop', which has an instrument at first.

      EXAMPLE:
        tenuto open
        tenuto open --print --port 8080
        tenuto open --play song.yaml
      """)

  @Option(
    help: ArgumentHelp(
      "The TCP port; by default a free one, or the page's current one.",
      valueName: "number"))
  var port: UInt16?

  @Flag(help: "Prints the address without opening a browser.")
  var print = false

  @Flag(help: "Plays a session until Ctrl-C, if one is given or no host is running.")
  var play = false

  @Argument(
    help: "The session to play: its file, or the name of one of 'tenuto session list'.",
    completion: .file(extensions: ["yaml", "yml"]))
  var session: String?

  @OptionGroup var host: HostNameOption

  func validate() throws {
    if port == 0 { throw ValidationError("choose a '--port' from 1 to 65535") }
    if session != nil && !play { throw ValidationError("a session needs '--play'") }
  }

  func run() throws {
    if play, session != nil || !isRunning {
      return try DesktopSession(session).play { server in try show(server.openPage(port: port)) }
    }
    let address = try host.client.post(
      "/v1/page", PageRequest(port: port.map(Int.init)), as: PageAddress.self)
    try show(address.url)
  }

  private var isRunning: Bool { (try? host.client.text("/v1/status")) != nil }

  private func show(_ address: String) throws {
    try Output.line(address)
    if !print && Self.hasDesktop { Self.openBrowser(address) }
  }

  private static var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.variable($0)?.isEmpty == false }
      && Environment.hasProgram("xdg-open")
  }

  /// Opens the address in the desktop's browser; if that fails, the user can open it by hand.
  ///
  /// Other users can see the command line, but the host rejects their connections.
  private static func openBrowser(_ address: String) {
    var words = unsafe [strdup("xdg-open"), strdup(address), nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var identifier = pid_t()
    _ = unsafe posix_spawnp(&identifier, "xdg-open", &actions, nil, &words, environ)
  }
}
