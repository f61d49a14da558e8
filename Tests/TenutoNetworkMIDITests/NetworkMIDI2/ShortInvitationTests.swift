import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// A client that invites once, in few bytes, and afterwards only answers.
private struct QuietClient {
  typealias Command = NetworkMIDI2Command

  private static let address = NetworkAddress(host: [10, 0, 0, 9], port: 5673)

  var core: NetworkMIDI2Core
  var (came, went) = (0, 0)
  /// The host's answers, in order.
  var answers: [Command] = []
  private var time: UInt64 = 1_000_000_000

  init(_ credentials: NetworkMIDI2Credentials?) {
    core = NetworkMIDI2Core(name: "a name that is rather long", policy: .anyone)
    core.credentials = credentials
    core.productInstanceID = "0123456789abcdef"
  }

  /// Whether the host has confirmed the client's address.
  var isConfirmed: Bool {
    core.peers.values.contains(where: \.isConfirmed)
      || core.challenges.contains(where: \.isConfirmed)
  }

  /// Sends an invitation with names of the given word count.
  mutating func invite(words: Int) {
    let header: [UInt8] = [0x4D, 0x49, 0x44, 0x49, 0x01, UInt8(words), UInt8(words), 3]
    send(header + Array(repeating: 0x61, count: 4 * words))
  }

  mutating func send(_ command: Command) { send(NetworkMIDI2Packet([command]).encoded) }

  private mutating func send(_ bytes: [UInt8]) {
    came += bytes.count
    core.receive(bytes, from: Self.address, on: .control, at: time)
    take()
  }

  /// Advances the time by a second.
  mutating func wait() {
    for _ in 0..<10 {
      time += 100_000_000
      core.tick(at: time)
      core.flush(at: time)
      take()
    }
  }

  /// Answers the host's pings and challenges.
  private mutating func take() {
    var commands: [Command] = []
    for case .send(let bytes, _, _) in core.takeEffects() {
      went += bytes.count
      #expect(isConfirmed || went <= came, "\(went) bytes answer \(came)")
      let items = (try? NetworkMIDI2Packet(parsing: bytes).items) ?? []
      for case .command(let command) in items { commands.append(command) }
    }
    answers += commands
    for command in commands {
      switch command {
      case .ping(let id): send(.pingReply(id))
      case .authenticationRequired(let challenge):
        let secret = NetworkMIDI2Credentials.secret("x")
        send(.authenticatedInvitation(secret.digest(of: challenge.nonce)))
      default: break
      }
    }
  }

  /// The name under which the host has accepted the client; nil before.
  var acceptedAs: String? {
    for case .accepted(let introduction) in answers { return introduction.name }
    return nil
  }

  /// Makes the host play a note; returns true if it arrives.
  mutating func hearsANote() -> Bool {
    _ = core.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))])
    wait()
    return answers.contains { if case .data(let data) = $0 { !data.words.isEmpty } else { false } }
  }
}

struct ShortInvitationTests {
  @Test(arguments: 0...12) func aSingleInvitationIsAccepted(words: Int) {
    var client = QuietClient(nil)
    client.invite(words: words)
    #expect(client.acceptedAs != nil)
    // From 16 bytes on, the answer has room for a ping.
    if words < 2 {
      client.wait()
      client.send(.ping(7))
      client.wait()
    }
    #expect(client.isConfirmed)
    let hears = client.hearsANote()
    #expect(hears)
  }

  @Test(arguments: 1...12) func aSingleInvitationIsChallenged(words: Int) {
    var client = QuietClient(.secret("x"))
    client.invite(words: words)
    #expect(client.acceptedAs == "a name that is rather long")
    let hears = client.hearsANote()
    #expect(hears)
  }

  @Test func anInvitationWithoutANameMustWait() {
    var client = QuietClient(.secret("x"))
    client.invite(words: 0)
    #expect(client.answers == [.pending(.init())])
    client.invite(words: 0)
    #expect(client.answers.count == 1, "eight bytes are no room for a ping")
    client.invite(words: 0)
    #expect(client.acceptedAs != nil, "sixteen are")
  }

  @Test func aForgedAnswerToThePingConfirmsNothing() {
    var client = QuietClient(.secret("x"))
    client.invite(words: 0)
    for id: UInt32 in 0..<100 { client.send(.pingReply(id)) }
    #expect(!client.isConfirmed)
  }
}
