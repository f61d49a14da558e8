import ArgumentParser
import Glibc
import TenutoControl
import TenutoCore

/// `tenuto web proxy`: serves the pages of another site with MIDI.
struct WebProxyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proxy",
    abstract: "Serves the pages of another site on this machine, with MIDI from a running host.",
    discussion: """
      The printed address shows the site in any browser, with the MIDI script before the site's \
      own scripts. 'curl' fetches the pages, also over HTTPS, and 'openssl' connects the site's \
      WebSockets over TLS. Requests to other origins are not forwarded. Allow the printed origin \
      with 'tenuto web permissions allow'. Ctrl-C ends the proxy.

      EXAMPLE:
        tenuto web proxy https://example.org/synth
      """)

  @Argument(help: ArgumentHelp("A page.", valueName: "url"))
  var url: String

  @Option(
    help: ArgumentHelp(
      "The TCP port on 127.0.0.1; by default a fixed port for the site.",
      valueName: "number"))
  var port: UInt16?

  @OptionGroup var host: HostNameOption

  func validate() throws {
    if port == 0 { throw ValidationError("choose a '--port' from 1 to 65535") }
  }

  func run() throws {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
    guard let site = WebOrigin(parsing: String(url[..<end])) else {
      throw Failure.usage(
        "'\(url.printable)' is not the address of a page; an example is https://example.org/.")
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
