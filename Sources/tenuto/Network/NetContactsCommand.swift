import ArgumentParser
import TenutoNetworkMIDI

/// `tenuto net contacts`: manages the hosts that may join.
struct NetContactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts",
    abstract: "Lists and edits the hosts that may join.",
    discussion: """
      EXAMPLE:
        tenuto net contacts
        tenuto net contacts add studio 192.168.1.8
        tenuto net contacts sysex studio --receive none --send unlimited
        tenuto net contacts remove studio
      """,
    subcommands: [List.self, Add.self, SysEx.self, Remove.self], defaultSubcommand: List.self)

  private static func session() -> MIDINetworkSession { MIDINetworkSession(name: "", port: 0) }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the contacts.")

    func run() throws {
      let contacts = NetContactsCommand.session().contacts().sorted {
        ($0.name, $0.address) < ($1.name, $1.address)
      }
      guard !contacts.isEmpty else {
        return Output.note("There are no contacts; 'tenuto net contacts add' adds one.")
      }
      var table = Table(["NAME", "ADDRESS", "PORT", "SYSEX RECEIVED", "SYSEX SENT"])
      let session = NetContactsCommand.session()
      for contact in contacts {
        let permission = session.systemExclusive(for: contact)
        table.add([
          contact.name.printable, contact.address.printable, "\(contact.port)",
          permission?.received.rawValue ?? "by policy", permission?.sent.rawValue ?? "by policy",
        ])
      }
      for line in table.lines { try Output.line(line) }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a contact.")

    @Argument(help: "A name for the host.")
    var name: String

    @Argument(help: "Its address, with ':' and its port if that is not 5004.")
    var address: String

    func run() throws {
      let host = try NetHostArgument.host(address, name: name)
      guard NetContactsCommand.session().addContact(host) else {
        throw Failure.work(
          "\(host.description.printable) cannot be added: it is a contact already, or its name "
            + "cannot be stored.")
      }
      NetServer.reloadContacts()
    }
  }

  struct SysEx: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sysex",
      abstract: "Sets which System Exclusive messages pass between sessions and a host.",
      discussion: """
        'limited' is up to 64 KiB, 'policy' leaves it to '--sysex' of 'tenuto net connect' and \
        'accept', which permits 'limited' for contacts and invited hosts. Open sessions follow at \
        once.

        EXAMPLE:
          tenuto net contacts sysex studio --receive unlimited --send unlimited
          tenuto net contacts sysex 192.168.1.8 --receive none
          tenuto net contacts sysex studio --policy
        """)

    @Argument(help: "The contact's name, or a host's address.")
    var name: String

    @Option(help: ArgumentHelp("For messages that the host sends.", valueName: "limit"))
    var receive: NetSysExLimit?

    @Option(help: ArgumentHelp("For messages that are sent to the host.", valueName: "limit"))
    var send: NetSysExLimit?

    @Flag(help: "Leaves both to the policy again.")
    var policy = false

    func validate() throws {
      guard policy != (receive != nil || send != nil) else {
        throw ValidationError("Give '--receive', '--send' or both, or '--policy'")
      }
    }

    func run() throws {
      let session = NetContactsCommand.session()
      let host = try NetHostArgument.host(name, among: session.contacts())
      var permission =
        session.systemExclusive(for: host)
        ?? MIDINetworkSystemExclusive(received: .limited, sent: .limited)
      if let receive { permission.received = receive.limit }
      if let send { permission.sent = send.limit }
      guard session.setSystemExclusive(policy ? nil : permission, for: host) else {
        throw Failure.work("The permission cannot be stored; check the folder of the contacts.")
      }
      NetServer.reloadContacts()
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes a contact.")

    @Argument(help: "The contact's name or address.")
    var name: String

    func run() throws {
      let session = NetContactsCommand.session()
      let host = try NetHostArgument.host(name, among: session.contacts())
      guard session.removeContact(host) else {
        throw Failure.work(
          "'\(name.printable)' is not a contact; 'tenuto net contacts' lists them.")
      }
      NetServer.reloadContacts()
    }
  }
}

/// The maximum length of System Exclusive messages, as users name it.
enum NetSysExLimit: String, ExpressibleByArgument, CaseIterable {
  case none
  case limited
  case unlimited

  var limit: MIDINetworkSystemExclusive.Limit {
    switch self {
    case .none: .none
    case .limited: .limited
    case .unlimited: .unlimited
    }
  }
}
