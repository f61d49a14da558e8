import Foundation
import Testing

/// `tenuto params` on a terminal.
@Suite(.timeLimit(.minutes(2))) struct PanelTests {
  private static let showCursor = "\u{1B}[?25h"

  private func panel(_ workshop: Workshop) async throws -> PseudoTerminal {
    try await workshop.install("UnitExtension")
    let terminal = try PseudoTerminal(["params", "aumu rich Test"], in: workshop)
    terminal.press("", until: "q quits")
    #expect(!terminal.isRestored)
    return terminal
  }

  @Test func keysMoveTheParametersOfARunningComponent() async throws {
    let workshop = try Workshop()
    let terminal = try await panel(workshop)
    #expect(workshop.extensionProcesses.count == 1)
    terminal.press("\u{1B}[5~", until: "60 of 100")  // page up
    terminal.press("\u{1B}[6~\u{1B}[6~", until: "40 of 100")  // page down
    terminal.press("0.25", until: "gain = 0.25_")
    terminal.press("\r", until: "25 of 100")
    terminal.press("7\r", until: "'gain=7' is out of range: it accepts 0 to 1.")
    terminal.press("d", until: "50 of 100")
    terminal.press("\u{1B}[B", until: "> steps")  // down
    terminal.press("\rtwo\r", until: "two")
    terminal.press("\u{1B}[D", until: "one")  // left
    terminal.press("\u{1B}[B\u{1B}[C", until: "'level' is read-only")
    terminal.write("q")
    #expect(terminal.finish() == 0)
    #expect(terminal.isRestored)
    #expect(terminal.output.contains(Self.showCursor))
    #expect(workshop.hasNoExtensions)
  }

  @Test(arguments: ["\u{03}", "\u{04}", "q"])
  func everyQuitKeyRestoresTheTerminal(_ key: String) async throws {
    let workshop = try Workshop()
    let terminal = try await panel(workshop)
    terminal.write(key)
    #expect(terminal.finish() == 0)
    #expect(terminal.isRestored)
    #expect(terminal.output.contains(Self.showCursor))
    #expect(workshop.hasNoExtensions)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func everyFatalSignalRestoresTheTerminal(_ signal: Int32) async throws {
    let workshop = try Workshop()
    let terminal = try await panel(workshop)
    terminal.signal(signal)
    #expect(terminal.finish() == 0)
    #expect(terminal.isRestored)
    #expect(terminal.output.contains(Self.showCursor))
    #expect(workshop.hasNoExtensions)
  }
}
