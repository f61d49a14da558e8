import TenutoCoreMIDI
import TenutoMIDI
import TenutoNetworkMIDI
import TenutoNetworkPorts
import Testing

extension CoreMIDITests {
  /// Network sessions under Core MIDI's names, on the loopback interface.
  @Suite struct NetworkTests {
    private func session(_ name: String) throws -> MIDINetworkSession {
      let session = MIDINetworkSession(name: name, port: 0, interface: "lo", contactsFile: "")
      session.connectionPolicy = .anyone
      session.isEnabled = true
      try #require(session.isEnabled)
      return session
    }

    @Test func aSessionHasASourceAndADestination() throws {
      try withServer { _ in
        try withClient("program") { client in
          let (near, far) = try (session("near"), session("far"))
          defer {
            for session in [near, far] { session.isEnabled = false }
            near.closePorts()
          }
          let (source, destination) = (near.sourceEndpoint(), near.destinationEndpoint())
          #expect(sources.contains(source))
          #expect(destinations.contains(destination))
          #expect(near.sourceEndpoint() == source)

          let inbox = Inbox()
          let heard = Inbox()
          far.setReceiver { packets, _ in heard.take(words: packets.map(\.ump.word0)) }
          let host = MIDINetworkHost(name: "far", address: "127.0.0.1", port: far.networkPort)
          #expect(near.addConnection(MIDINetworkConnection(host: host)))
          #expect(near.connections().map(\.host) == [host])
          #expect(eventually { near.peers.contains(where: \.isConnected) })

          try connect(try client.input("in", inbox), source)
          let output = try client.output("out")
          #expect(
            eventually(
              doing: { far.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))]) },
              { inbox.bytes.starts(with: [0x90, 0x3C, 0x40]) }))
          #expect(
            eventually(
              doing: { send(output, destination, [0x90, 0x3E, 0x40]) },
              { heard.words.contains(0x2090_3E40) }))
        }
      }
    }

    @Test func thePolicyEnablesTheSharedSessionAsInSwiftMIDI() throws {
      try withServer { _ in
        let session = MIDINetworkSession.default()
        let before = session.connectionPolicy
        #expect(setMIDINetworkSession(policy: nil))
        #expect(!session.isEnabled)
        // Another program may have the port of the shared session.
        let isFree = setMIDINetworkSession(policy: .hostsInContactList)
        #expect(session.connectionPolicy == .hostsInContactList)
        #expect(session.isEnabled == isFree)
        if isFree { #expect(sources.contains(session.sourceEndpoint())) }
        #expect(setMIDINetworkSession(policy: nil))
        #expect(!session.isEnabled)
        session.connectionPolicy = before
      }
    }
  }
}
