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
        tenuto net contacts remove studio
      """,
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

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
      var table = Table(["NAME", "ADDRESS", "PORT"])
      for contact in contacts {
        table.add([contact.name.printable, contact.address.printable, "\(contact.port)"])
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
    }
  }
}
