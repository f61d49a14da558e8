import ArgumentParser
import TenutoControl
import TenutoCore

/// `tenuto web`: MIDI for pages in the browser.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Gives pages in the browser MIDI.",
    subcommands: [
      WebPermissionsCommand.self, WebInstallCommand.self, WebProxyCommand.self,
    ])
}

/// `tenuto web permissions`: which pages may use MIDI.
struct WebPermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions",
    abstract: "Shows which pages may use MIDI, allows one, or takes it back.",
    discussion: """
      A page of another site gets MIDI of a host that serves its page ('tenuto open') once its user \
      has allowed it, on the host's page or here. System Exclusive messages can change what a \
      device is, its firmware too: they are allowed by '--sysex' alone. What is revoked ends at \
      once, in all hosts.

      EXAMPLE:
        tenuto web permissions
        tenuto web permissions allow https://example.org --sysex
        tenuto web permissions revoke https://example.org
      """)

  /// What is done.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case allow, revoke
  }

  @Argument(help: "'allow' or 'revoke'; without it, all are listed.")
  var action: Action?

  @Argument(help: ArgumentHelp("The page's origin, such as https://example.org."))
  var origin: String?

  @Flag(help: "Allows System Exclusive messages too.")
  var sysex = false

  @OptionGroup var host: HostNameOption

  func validate() throws {
    if action != nil && origin == nil {
      throw ValidationError("name the page, such as https://example.org")
    }
    if sysex && action != .allow { throw ValidationError("'--sysex' belongs to 'allow'") }
  }

  func run() throws {
    guard let permissions = WebMIDIPermissions.standard else {
      throw Failure.work("There is no home folder to keep permissions in; set HOME.")
    }
    guard let action, let origin else { return try list(permissions) }
    guard let page = WebOrigin(parsing: origin) else {
      throw Failure.usage(
        "'\(origin.printable)' is no origin; write it such as https://example.org.")
    }
    switch action {
    case .allow: try allow(page, permissions)
    case .revoke:
      let wasThere = try permissions.revoke(page)
      try Output.line(wasThere ? "Revoked." : "Nothing was allowed.")
    }
  }

  /// Writes the file, which all hosts read, and tells a host that runs, which may have refused the
  /// page before.
  private func allow(_ page: WebOrigin, _ permissions: WebMIDIPermissions) throws {
    try permissions.allow(page, sysex: sysex)
    let decision = WebMIDIDecision(origin: page.text, isAllowed: true, sysex: sysex)
    _ = try? host.client.post("/v1/midi/permissions", decision, as: WebMIDIAnswer.self)
    try Output.line(sysex ? "Allowed, with System Exclusive." : "Allowed.")
  }

  private func list(_ permissions: WebMIDIPermissions) throws {
    for (origin, permission) in permissions.all {
      try Output.line("\(origin)\(permission.sysex ? "  with System Exclusive" : "")")
    }
    let answer = try? host.client.get("/v1/midi/permissions", as: WebMIDIAnswer.self)
    for page in answer?.waiting ?? [] {
      try Output.line(
        "\(page.origin)  waits for an answer\(page.sysex ? ", with System Exclusive" : "")")
    }
    if permissions.all.isEmpty && answer?.waiting.isEmpty != false {
      try Output.line("No page may use MIDI.")
    }
  }
}
