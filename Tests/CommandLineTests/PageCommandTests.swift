import Foundation
import TenutoControl
import Testing

/// `--web` and `tenuto open`: the page of a playing host.
@Suite(.serialized) struct PageCommandTests {
  private func host(_ workshop: Workshop, _ words: [String]) async throws -> Program {
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sawtooth")
    let program = try Program(
      ["play", "song.mid", "--instrument", "aumu saw1 Tnto", "--engine", "clock"] + words,
      in: workshop)
    try await program.waitFor("clock engine")
    try await workshop.waitForHost()
    return program
  }

  /// The complete response to a request.
  private func browse(_ address: String, in workshop: Workshop) throws -> String {
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    let host = parts[2]
    let port = host.split(separator: ":")[1]
    let request = "GET /\(parts[3]) HTTP/1.1\\r\\nHost: \(host)\\r\\n\\r\\n"
    let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; cat <&3"
    return try workshop.call(["/bin/bash", "-c", script]).1
  }

  @Test(.timeLimit(.minutes(2))) func openPrintsAnAddressForOneBrowser() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop, [])
    let first = try await workshop.run("open", "--print")
    #expect(first.exitCode == 0 && first.output.hasPrefix("http://127.0.0.1:"), "\(first)")
    let address = first.output.trimmingCharacters(in: .newlines)
    let page = try browse(address, in: workshop)
    #expect(page.hasPrefix("HTTP/1.1 303 ") && page.contains("Set-Cookie: tenuto-"), "\(page)")
    let again = try browse(address, in: workshop)
    #expect(again.hasPrefix("HTTP/1.1 403 ") && again.contains("tenuto open"), "\(again)")
    let second = try await workshop.run("open", "--print")
    #expect(second.output != first.output)
    #expect(second.output.split(separator: "/")[1] == first.output.split(separator: "/")[1])
    let other = try await workshop.run("open", "--print", "--port", "1")
    #expect(
      other.exitCode == 1 && other.errors.contains("already uses the port"), "\(other.errors)")
    program.signal(SIGINT)
    #expect(await program.finish().exitCode == 0)
  }

  @Test(.timeLimit(.minutes(2))) func webPrintsItFromTheStart() async throws {
    let workshop = try Workshop()
    let program = try await host(workshop, ["--web"])
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("http://127.0.0.1:") && outcome.errors.contains("?token="))
  }

  @Test func invalidPortsAreRefused() async throws {
    let workshop = try Workshop()
    for words in [
      ["open", "--port", "0"], ["open", "--port", "65536"],
      ["run", "s.yaml", "--web=0"], ["run", "s.yaml", "--web=65536"],
      ["run", "s.yaml", "--offline", "--for", "1", "--web"],
    ] {
      let outcome = try await Program(words, in: workshop).finish()
      #expect(outcome.exitCode == 2, "\(words): \(outcome.errors)")
    }
    let alone = try await workshop.run("open")
    #expect(alone.exitCode == 1 && alone.errors.contains("No host is running"), "\(alone.errors)")
  }
}
