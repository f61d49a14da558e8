import Foundation
import TenutoControl
import TestSupport
import Testing

/// A session on two hosts, with the files and commands of the article: a key that is pressed at the
/// near one sounds at the far one, and is heard at the near one.
@Suite(.serialized) struct TwoHostsTests {
  /// The far host loses its session or its JACK server, or is suddenly silent as a whole.
  enum Loss: CaseIterable { case session, server, machine }

  @Test(.enabled(if: NetworkHosts.isUsable), .timeLimit(.minutes(5)), arguments: Loss.allCases)
  func aKilledHostComesBackWithoutAStuckNote(_ loss: Loss) async throws {
    let began = ContinuousClock.now
    let stage = try await TwoHosts()
    defer { stage.close() }
    try #require(stage.press(), "\(stage.errors)")
    let start = began.duration(to: .now)
    stage.release()
    #expect(stage.isSilent())
    // Whole periods: those of the network, and one for each circle of clients in JACK.
    let frames = try #require(stage.roundTrip(), "\(stage.errors)")
    #expect(frames % 256 == 0 && (2 * 256...8 * 256).contains(frames), "\(frames) frames")

    #expect(stage.press())
    let lost = ContinuousClock.now
    switch loss {
    case .session: try await stage.restartSession()
    case .server: try stage.restartServer()
    case .machine: try stage.restartServer(isSilent: true)
    }
    #expect(eventually { stage.roundTrip() != nil }, "\(stage.errors)")
    let back = lost.duration(to: .now)
    #expect(stage.isSilent(), "the note has not ended")
    #expect(stage.press())
    stage.release()
    #expect(stage.isSilent())
    #expect(stage.roundTrip() == frames)
    // The control is the first start.
    #expect(back < start * 3 + .seconds(10), "\(back), the first start took \(start)")
    print("the far \(loss) is back in \(back) (start \(start)), round trip \(frames) frames")
  }
}

/// Two hosts with their sessions, and at the near one a keyboard, a click and an ear.
private final class TwoHosts {
  /// A host with a JACK server, which is the usual one of its user.
  private struct Host {
    let workshop: Workshop
    let server: JACKServer
    let wrapper: [String]
    /// The command that starts the session.
    let command: [String]

    /// Starts the session, again if a server on a busy machine refuses it.
    func startSession() async throws -> Program {
      while true {
        let program = try Program(
          command, in: workshop, environment: ["JACK_DEFAULT_SERVER": server.name],
          wrapper: wrapper)
        while program.isRunning {
          if (try? workshop.client().text("/v1/status")) != nil { return program }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    }
  }

  private let network: NetworkHosts
  private let near: Host
  private let far: Host
  private let nearSession: Program
  private var farSession: Program
  private let keyboard: Keyboard
  private let clicker: Clicker
  private let capture: CaptureClient

  /// Starts everything by the commands of the article.
  init() async throws {
    let network = try NetworkHosts(isRouted: true)
    let article = Markdown(try Repository.text("\(Repository.pages)/BeyondOneMachine.md"))
    let near = try await Self.host(1, "near.yaml", article, network)
    let manager = Self.lines("host 1", article)[1]
    try network.run(["env", "JACK_DEFAULT_SERVER=\(near.server.name)"] + manager, in: "1")
    let far = try await Self.host(2, "far.yaml", article, network)
    nearSession = try await near.startSession()
    farSession = try await far.startSession()
    keyboard = try Keyboard(near.server)
    clicker = try Clicker(near.server)
    capture = try CaptureClient(near.server)
    (self.network, self.near, self.far) = (network, near, far)
    try keyboard.connect(to: "tenuto:keys")
    try clicker.connect(to: "tenuto:voice")
    try capture.connect(to: "tenuto:out_1")
  }

  /// A host with the article's session, whose server is started by the article's command.
  private static func host(
    _ number: Int, _ file: String, _ article: Markdown, _ network: NetworkHosts
  ) async throws -> Host {
    let workshop = try Workshop()
    let session = article.blocks.filter { $0.needs == file }
    try workshop.write(file, session[0].text.utf8)
    try await workshop.install("Sine", "Gain")
    let wrapper = ["/usr/sbin/ip", "netns", "exec", network.namespace("\(number)")]
    let lines = lines("host \(number)", article)
    return Host(
      workshop: workshop, server: try JACKServer(command: wrapper + lines[0]), wrapper: wrapper,
      command: Array(lines[lines.count - 1].dropFirst()))
  }

  /// The words of the command lines for a host.
  private static func lines(_ host: String, _ article: Markdown) -> [[String]] {
    article.blocks.filter { $0.needs == host }.flatMap(\.lines).map { line in
      line.split(separator: " ").map(String.init).filter { $0 != "&" }
    }
  }

  /// What both sessions have reported.
  var errors: String { "near: \(nearSession.errors) far: \(farSession.errors)" }

  /// Kills the far session, and starts it again.
  func restartSession() async throws {
    farSession.signal(SIGKILL)
    _ = await farSession.finish()
    farSession = try await far.startSession()
  }

  /// Kills the far server, releases the key, and starts the server again.
  ///
  /// With `isSilent`, it stops before, as a machine without power: no answer refuses the near host's
  /// packets, so that JACK may notice the loss only after the server is back.
  func restartServer(isSilent: Bool = false) throws {
    if isSilent {
      kill(far.server.pid, SIGSTOP)
      usleep(50_000)
    }
    far.server.kill()
    release()
    try far.server.restart()
  }

  /// Ends everything, in the order that libjack needs, and one host after the other.
  ///
  /// Both servers use one database of metadata, since they belong to one user of one machine. If
  /// both remove the metadata of clients at once, each waits for the other's lock forever, as does
  /// every later server.
  func close() {
    keyboard.close()
    clicker.close()
    capture.close()
    for (session, server) in [(farSession, far.server), (nearSession, near.server)] {
      session.signal(SIGTERM)
      for _ in 0..<2000 where session.isRunning { usleep(5000) }
      // Its server removes the metadata.
      usleep(500_000)
      server.stop()
    }
  }
}

extension TwoHosts {
  /// Presses a key until it sounds; returns false if it never does.
  func press() -> Bool {
    eventually {
      keyboard.play(status: 0x80, key: 69)
      keyboard.play(key: 69)
      for _ in 0..<40 where capture.silentCycles > 0 { usleep(5000) }
      return capture.silentCycles == 0
    }
  }

  func release() { keyboard.play(status: 0x80, key: 69) }

  /// Whether it becomes silent for half a second.
  func isSilent() -> Bool { eventually { capture.silentCycles > 100 } }

  /// The frames from a click at the near host to its return from the far one; nil if it does not
  /// return.
  func roundTrip() -> Int? {
    capture.arm(4096)
    guard let time = clicker.click() else { return nil }
    for _ in 0..<100 where !capture.isFull { usleep(5000) }
    guard let onset = capture.onset else { return nil }
    return Int(Int32(bitPattern: onset &- time))
  }
}
