import ArgumentParser
import TenutoJACK

/// `tenuto midi list`: lists sources and destinations.
struct MIDIListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the MIDI ports of JACK.",
    discussion: """
      A source sends events, a destination receives them. A port keeps its number when the server \
      or the port's program restarts, and when the port is renamed.

      EXAMPLE:
        tenuto midi list
        tenuto midi list --json
      """)

  @OptionGroup var server: MIDIServerOption

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let directory = try MIDIDirectory(serverName: server.server)
    defer { directory.close() }
    let endpoints = directory.endpoints.filter { !$0.isPrivate }
    if json { return try Output.line(JSON.text(endpoints.map(MIDIEndpointText.init))) }
    guard !endpoints.isEmpty else {
      return Output.note("There are no MIDI ports; start a program that has one.")
    }
    for line in Self.table(endpoints).lines { try Output.line(line) }
  }

  private static func table(_ endpoints: [MIDIEndpointRecord]) -> Table {
    var table = Table(["NUMBER", "KIND", "NAME", "PORT", "FORM"])
    for direction in MIDIEndpointDirection.allCases {
      for endpoint in endpoints.filter({ $0.direction == direction }) {
        let text = MIDIEndpointText(endpoint)
        table.add(["\(text.number)", text.kind, text.name, text.port, text.form])
      }
    }
    return table
  }
}

/// A MIDI port for the output.
struct MIDIEndpointText: Encodable {
  let number: Int32
  let kind: String
  let name: String
  let port: String
  let form: String
  let isPhysical: Bool
  let manufacturer: String?
  let model: String?

  init(_ endpoint: MIDIEndpointRecord) {
    number = endpoint.uniqueID
    kind = endpoint.direction == .source ? "source" : "destination"
    name = endpoint.displayName
    port = endpoint.portName
    form = endpoint.isUMP ? "packets" : "bytes"
    isPhysical = endpoint.isPhysical
    manufacturer = endpoint.manufacturer
    model = endpoint.model
  }
}
