import ArgumentParser
import TenutoNetworkMIDI
import TenutoControl

/// `tenuto net list`: lists the open sessions.
struct NetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the open network sessions of this user.",
    discussion: """
      EXAMPLE:
        tenuto net list
        tenuto net list --json
      """)

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let records = NetServer.records
    if json { return try Output.line(JSON.text(records)) }
    guard !records.isEmpty else { return Output.note(NetServer.none) }
    var table = Table([
      "SESSION", "NAME", "PROTOCOL", "PORT", "POLICY", "PEERS", "MIDI IN", "MIDI OUT",
    ])
    for record in records {
      table.add([
        record.session, record.name, record.networkProtocol, "\(record.port)",
        record.policy,
        "\(record.peers.count(where: \.isConnected))", record.midiInput, record.midiOutput,
      ])
    }
    for line in table.lines { try Output.line(line) }
  }
}

/// `tenuto net status`: prints the statistics of the peers.
struct NetStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows the connections of open sessions and their statistics.",
    discussion: """
      ROUND TRIP is the last clock exchange's or ping's, JITTER the mean difference in the \
      lateness of packets (of midi2: between round trips), DELAY the delay of events, all in \
      milliseconds. LOST are packets that did not arrive in order, RECOVERED messages that were \
      restored after a loss, LATE events that came after their time. SYSEX shows the System \
      Exclusive messages permitted from and to the host, and the number blocked; 'tenuto net \
      contacts sysex' changes it. The JSON also has the endpoints and function blocks of hosts \
      of midi2.

      EXAMPLE:
        tenuto net status
        tenuto net status --json
      """)

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let records = NetServer.records
    if json { return try Output.line(JSON.text(records)) }
    guard !records.isEmpty else { return Output.note(NetServer.none) }
    var table = Table([
      "SESSION", "PROTOCOL", "HOST", "STATE", "ROUND TRIP", "JITTER", "DELAY", "SENT", "RECEIVED",
      "LOST",
      "RECOVERED", "LATE", "SYSEX",
    ])
    for record in records {
      for peer in record.peers { table.add(Self.cells(peer, of: record)) }
      for host in record.waiting {
        let name = host.name.isEmpty ? host.address : "\(host.name) (\(host.address))"
        table.add(
          [record.session, record.networkProtocol, name, "waits"]
            + Array(repeating: "", count: 9))
      }
    }
    for line in table.lines { try Output.line(line) }
  }

  private static func cells(_ peer: NetworkPeerRecord, of record: NetworkSessionRecord) -> [String]
  {
    [
      record.session, record.networkProtocol, peer.host.description,
      peer.isConnected ? "connected" : "invited",
      peer.roundTrip.map { Numbers.fixed($0, places: 1) } ?? "",
      Numbers.fixed(peer.jitter, places: 2), Numbers.fixed(peer.delay, places: 1),
      "\(peer.sent)", "\(peer.received)", "\(peer.lost)", "\(peer.recovered)", "\(peer.late)",
      "\(peer.systemExclusive.received)/\(peer.systemExclusive.sent), "
        + "\(peer.systemExclusive.refused) stopped",
    ]
  }
}

/// `tenuto net policy`: sets which hosts may join open sessions.
struct NetPolicyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policy",
    abstract: "Shows or sets which hosts may join sessions.",
    discussion: """
      The policy is kept for 'tenuto net accept'. Connected hosts stay; 'tenuto net disconnect' \
      ends their connections.

      EXAMPLE:
        tenuto net policy
        tenuto net policy no-one
      """)

  @Argument(help: "The hosts that may join from now on.")
  var policy: NetPolicy?

  func run() throws {
    let kept = MIDINetworkSession(name: "", port: 0)
    if let policy {
      guard kept.keepConnectionPolicy(policy.policy) else {
        throw Failure.work("The policy cannot be stored; check the folder of the contacts.")
      }
      for (_, client) in NetServer.clients {
        _ = try client.post(
          "/v1/net/policy", NetServer.PolicyChange(policy: policy),
          as: NetServer.PolicyChange.self)
      }
    }
    var table = Table(["SESSION", "POLICY"])
    table.add(["(next one)", NetPolicy(kept.connectionPolicy).rawValue])
    for record in NetServer.records { table.add([record.session, record.policy]) }
    for line in table.lines { try Output.line(line) }
  }
}

/// `tenuto net disconnect`: ends the connection with a host.
struct NetDisconnectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disconnect",
    abstract: "Disconnects a host from open sessions.",
    discussion: """
      This side does not invite the host again. A host with permission may reconnect: 'tenuto net \
      contacts remove' or 'tenuto net policy' prevents that.

      EXAMPLE:
        tenuto net disconnect studio
        tenuto net disconnect 192.168.1.7:5004
      """)

  @Argument(help: "The host's name or address, as in 'tenuto net status'.")
  var host: String

  func run() throws {
    let request = NetServer.Disconnection(host: host)
    var refusal: RequestError?
    var ended: [String] = []
    for (_, client) in NetServer.clients {
      do throws(RequestError) {
        let answer = try client.post(
          "/v1/net/disconnect", request, as: NetServer.Disconnection.self)
        ended.append(answer.host)
      } catch {
        if error.status != 503 { refusal = error }
      }
    }
    guard !ended.isEmpty else { throw Failure.work(refusal?.message ?? NetServer.none) }
    for host in ended { try Output.line("- \(host.printable)") }
  }
}
