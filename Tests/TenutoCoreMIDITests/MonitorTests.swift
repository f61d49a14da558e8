import Foundation
import Glibc
import Synchronization
import TenutoCoreMIDI
import Testing

extension CoreMIDITests {
  @Suite struct MonitorTests {
    /// The tutorial's program, as a separate process, receives from a source of this one.
    @Test func tutorialProgramPrintsNotes() throws {
      try withServer { _ in
        try withClient("teacher") { client in
          let source = try client.source("Lesson 1")
          let program = try #require(Self.program)
          let player = Player(source)
          defer { player.stop() }
          let text = try JACKServer.output(of: [program, "--seconds", "2"])
          #expect(text.contains("source 0: ") && text.contains("Lesson 1\n"))
          #expect(text.contains("listening\n"))
          #expect(text.contains("note on  channel 2 note 61 velocity 99\n"))
          #expect(text.contains("note off channel 2 note 61\n"))
        }
      }
    }

    @Test func tutorialProgramConnectsASourceThatAppearsLater() throws {
      try withServer { _ in
        try withClient("teacher") { client in
          let program = try #require(Self.program)
          let log = "/tmp/tenuto-monitor-\(getpid())"
          defer { unsafe unlink(log) }
          let monitor = Process()
          monitor.executableURL = URL(fileURLWithPath: "/bin/sh")
          monitor.arguments = ["-c", "exec '\(program)' --seconds 60 >'\(log)'"]
          try monitor.run()
          defer {
            // Here SIGTERM did not end it within its 60 seconds.
            _ = kill(monitor.processIdentifier, SIGKILL)
            monitor.waitUntilExit()
          }
          #expect(eventually { Self.text(ofFile: log).contains("listening\n") })
          let source = try client.source("Lesson 2")
          let player = Player(source)
          defer { player.stop() }
          let isHeard = eventually {
            Self.text(ofFile: log).contains("note on  channel 2 note 61 velocity 99\n")
          }
          #expect(isHeard, "\(Self.text(ofFile: log))")
          #expect(Self.text(ofFile: log).contains("Lesson 2\n"))
        }
      }
    }

    private static func text(ofFile path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test func tutorialProgramReportsAMissingServer() throws {
      unsafe setenv("JACK_DEFAULT_SERVER", "tenuto-test-none-\(getpid())", 1)
      defer { unsafe unsetenv("JACK_DEFAULT_SERVER") }
      let program = try #require(Self.program)
      #expect(try JACKServer.run([program, "--seconds", "1"]) == 1 << 8)
      let text = try JACKServer.output(of: [program, "--seconds", "1"])
      #expect(text.contains("error \(kMIDIServerStartErr)"))
    }

    /// In the folder of the test binary.
    private static var program: String? {
      var path = [CChar](repeating: 0, count: 4096)
      guard unsafe readlink("/proc/self/exe", &path, 4095) > 0 else { return nil }
      let own = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let folder = String(decoding: own, as: UTF8.self).split(separator: "/").dropLast()
      return "/" + (folder + ["MIDIMonitor"]).joined(separator: "/")
    }
  }
}

/// Plays one note repeatedly until it is stopped.
private final class Player: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ source: MIDIEndpointRef) {
    DispatchQueue.global().async {
      while !self.isStopped.load(ordering: .relaxed) {
        emit(source, [0x92, 61, 99])
        emit(source, [0x82, 61, 0])
        usleep(50_000)
      }
      self.end.signal()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    end.wait()
  }
}
