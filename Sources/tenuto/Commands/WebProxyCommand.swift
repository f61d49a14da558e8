import ArgumentParser
import Glibc
import TenutoControl
import TenutoCore

/// `tenuto web proxy`: serves the pages of another site with MIDI.
struct WebProxyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proxy",
    abstract: "Serves the pages of another site on this machine, with MIDI by a running host.",
    discussion: """
      The address that is printed shows the site in any browser; the script that gives it MIDI runs \
      before its own. Pages over HTTPS are fetched too, by 'curl'. WebSockets of the site and what \
      it fetches from others are not passed on. Allow the printed origin with 'tenuto web \
      permissions allow'. Ctrl-C ends it.

      EXAMPLE:
        tenuto web proxy https://example.org/synth
      """)

  @Argument(help: ArgumentHelp("A page.", valueName: "url"))
  var url: String

  @Option(
    help: ArgumentHelp(
      "The port of TCP on 127.0.0.1; by default one that is the site's own each time.",
      valueName: "number"))
  var port: UInt16?

  @OptionGroup var host: HostNameOption

  func validate() throws {
    if port == 0 { throw ValidationError("choose '--port' from 1 to 65535") }
  }

  func run() throws {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    guard let site = WebOrigin(parsing: String(url[..<end])) else {
      throw Failure.usage(
        "'\(url.printable)' is no address of a page; write it such as https://example.org/.")
    }
    let page = try host.client.post("/v1/page", PageRequest(), as: PageAddress.self)
    let proxy = try WebProxy(of: site, host: "http://127.0.0.1:\(page.port)", port: port)
    let path = url[end...].hasPrefix("/") ? String(url[end...]) : "/" + url[end...]
    try Output.line("\(proxy.origin)\(path)".printable)
    SignalTrap.install()
    while !SignalTrap.isStopRequested { usleep(100_000) }
    withExtendedLifetime(proxy) {}
  }
}
