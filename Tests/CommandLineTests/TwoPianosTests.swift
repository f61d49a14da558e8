import Foundation
import TestSupport
import Testing

/// Two hosts of a network, each with a JACK server and a `PianoTerminal`, and a session between them.
@Suite(.serialized) struct TwoPianosTests {
  /// A host: a JACK server, and programs that run in its network.
  private struct Host {
    let address: String
    let serverName: String
    let workshop: Workshop
    let wrapper: [String]

    init(_ hosts: NetworkHosts, _ number: Int, _ serverName: String, _ workshop: Workshop) {
      address = "10.77.\(number).1"
      self.serverName = serverName
      self.workshop = workshop
      wrapper = ["/usr/sbin/ip", "netns", "exec", hosts.namespace("\(number)")]
    }

    func startSession(_ arguments: String...) async throws -> Program {
      let program = try Program(
        ["net"] + arguments + ["--server", serverName], in: workshop, wrapper: wrapper)
      try await program.waitFor("is open at UDP ports")
      return program
    }

    /// Starts a piano, and waits for its first picture; a server that waits for late clients may
    /// refuse new ones on a busy machine.
    func startPiano() throws -> PseudoTerminal {
      var screen = ""
      for _ in 0..<50 {
        let piano = try PseudoTerminal(
          [], in: workshop, program: "PianoTerminal",
          environment: ["JACK_DEFAULT_SERVER": serverName], wrapper: wrapper)
        if piano.wait(until: { $0.contains("\u{1B}[48;5;") }) { return piano }
        screen = piano.output
        usleep(200_000)
      }
      throw NoPiano(screen: screen)
    }

    private struct NoPiano: Error { let screen: String }
  }

  /// The keys that the last whole picture of a screen shows as pressed.
  private static func keys(_ screen: String) -> [Int] {
    let colours = screen.components(separatedBy: "\u{1B}[48;5;").dropFirst().map {
      String($0.prefix { $0.isNumber })
    }
    // Three lines of 88 keys; the first shows the black ones too.
    let start = (colours.count / 264 - 1) * 264
    guard start >= 0 else { return [] }
    return (0..<88).filter { !["233", "255"].contains(colours[start + $0]) }.map { $0 + 21 }
  }

  @Test(.enabled(if: NetworkHosts.isUsable)) func bothShowTheSameKeys() async throws {
    // They end last: a server that waits for late clients stands still when one is killed.
    var pianos: [PseudoTerminal] = []
    defer { for piano in pianos { piano.signal(SIGKILL) } }
    let hosts = try NetworkHosts(isRouted: true)
    let farServer = try JACKServer(frameCount: 512, isSynchronous: true)
    defer { farServer.stop() }
    let bench = try await MIDIBench()
    defer { bench.close() }
    let near = Host(hosts, 1, bench.serverName, bench.workshop)
    let far = Host(hosts, 2, farServer.name, try Workshop())

    let listener = try await far.startSession("accept", "--host", near.address, "--name", "Far")
    let caller = try await near.startSession(
      "connect", far.address, "--from", "device:out", "--name", "Near")
    try await caller.waitFor("+ Far")
    try await listener.waitFor("+ Near")
    pianos = try [near, far].map { try $0.startPiano() }
    // A piano may not be connected yet when it shows its first picture.
    var pressed: Set<UInt32> = []
    for chord: Set<UInt32> in [[60, 64, 67], [21, 62, 65, 69, 108], [61], []] {
      for _ in 0..<100 {
        for key in pressed.subtracting(chord) { bench.play(0x2080_0040 | key << 8) }
        for key in chord { bench.play(0x2090_0064 | key << 8) }
        let expected = chord.map(Int.init).sorted()
        let isShown = pianos.allSatisfy { piano in
          piano.wait(seconds: 2) { Self.keys($0) == expected }
        }
        if isShown { break }
      }
      for piano in pianos { #expect(Self.keys(piano.output) == chord.map(Int.init).sorted()) }
      pressed = chord
    }
    for program in [caller, listener] { program.signal(SIGINT) }
    for program in [caller, listener] { #expect(await program.finish().exitCode == 0) }
  }
}
