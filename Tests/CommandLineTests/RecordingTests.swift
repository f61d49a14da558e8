import Foundation
import TenutoControl
import TenutoRender
import Testing

/// Recordings of killed hosts, and on full disks.
@Suite(.serialized) struct RecordingTests {
  private static let play = [
    "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock",
  ]

  private func workshop() async throws -> Workshop {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    return workshop
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["out.wav", "out.flac", "out.ogg"])
  func aKilledHostsRecordingIsRestored(_ name: String) async throws {
    let workshop = try await workshop()
    let program = try Program(Self.play + ["--record", name], in: workshop)
    try await workshop.waitForRecording { $0.frames > 96_000 }
    program.signal(SIGKILL)
    _ = await program.finish()
    #expect(try workshop.fileNames == ["\(name).part", "song.mid"])
    // The file is readable as it is, up to the last second.
    let part = "\(workshop.path)/\(name).part"
    let before = try SoundFileReader(path: part).frameCount
    #expect(before > 0)
    let bytes = try workshop.contents("\(name).part")
    let outcome = try await workshop.run("recover", name)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("\(name): restored, "))
    #expect(try workshop.fileNames == [name, "song.mid"])
    let reader = try SoundFileReader(path: "\(workshop.path)/\(name)")
    let sound = try reader.readAll()
    #expect(reader.frameCount >= before && sound[0].count == reader.frameCount)
    #expect(sound[0].contains { abs($0) > 0.01 })
    if name == "out.wav" {
      // All frames on the disk are unchanged.
      let header = 112
      #expect(reader.frameCount == (bytes.count - header) / 8)
      let recovered = try workshop.contents(name)
      #expect(recovered.dropFirst(header).elementsEqual(bytes[header..<recovered.count]))
    }
    let again = try await workshop.run("recover", name)
    #expect(again.exitCode == 0 && again.output.hasPrefix("\(name): is complete, "))
  }

  @Test(.timeLimit(.minutes(3))) func theNextRecordingBringsItBackToo() async throws {
    let workshop = try await workshop()
    for _ in 0..<2 {
      let program = try Program(Self.play + ["--record", "out.wav"], in: workshop)
      try await workshop.waitForRecording { $0.frames > 0 }
      let running = try await workshop.run("recover", "out.wav")
      #expect(running.exitCode == 1 && running.errors.contains("is being recorded"))
      program.signal(SIGKILL)
      _ = await program.finish()
    }
    #expect(try workshop.fileNames == ["out-2.wav.part", "out.wav", "song.mid"])
    let last = try Program(Self.play + ["--record", "out.wav"], in: workshop)
    try await last.waitFor("clock engine")
    try await last.waitFor("it is out-2.wav now")
    last.signal(SIGINT)
    let outcome = await last.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Recorded out-3.wav"))
    #expect(try workshop.fileNames == ["out-2.wav", "out-3.wav", "out.wav", "song.mid"])
  }

  /// A disk of 6 MB with 800 kB free, for 2 s of audio; its content is copied afterwards.
  private static let smallDisk = [
    "/usr/bin/unshare", geteuid() == 0 ? "-m" : "-rm", "/bin/sh", "-c",
    """
    mkdir -p disk kept && mount -t tmpfs -o size=6000k none disk || exit 77
    head -c 5200k /dev/zero > disk/filler
    "$@"; code=$?
    cp disk/*.wav kept/; exit $code
    """, "sh",
  ]

  private func isMountable() throws -> Bool {
    var command = Self.smallDisk
    command[4] = "mount -t tmpfs none /tmp"
    return try Workshop().call(command).0 == 0
  }

  @Test(.timeLimit(.minutes(3)), arguments: [false, true])
  func aFullDiskIsReportedAndTheRecordingContinues(_ isSession: Bool) async throws {
    guard try isMountable() else { return }
    let workshop = try await workshop()
    var command = Self.play + ["--record", "disk/out.wav"]
    if isSession {
      try workshop.write("s.yaml", Self.session.utf8)
      command = ["run", "s.yaml", "--engine", "clock"]
    }
    let program = try Program(command, in: workshop, wrapper: Self.smallDisk)
    try await workshop.waitForRecording { $0.problem?.contains("No space left on device") == true }
    let status = try workshop.client().get("/v1/status", as: HostStatus.self)
    #expect(status.recordings.map(\.node) == [isSession ? "tape" : nil])
    try await program.waitFor("No space left on device")
    let text = try await workshop.run("status")
    #expect(text.output.contains("Recordings:") && text.output.contains("No space left"))
    #expect(unsafe unlink("/proc/\(status.pid)/root\(workshop.path)/disk/filler") == 0)
    try await workshop.waitForRecording {
      $0.problem == nil && $0.files.count == 2 && $0.files[1].frames > 0
    }
    try await program.waitFor("continues in")
    kill(status.pid, SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("The recording is in 2 files"), "\(outcome.errors)")
    #expect(outcome.errors.contains("interrupted; see above"), "\(outcome.errors)")
    let first = try SoundFileReader(path: "\(workshop.path)/kept/out.wav").frameCount
    let second = try SoundFileReader(path: "\(workshop.path)/kept/out-2.wav").frameCount
    // Everything that fitted: whole pages of the disk, including a header.
    #expect(first == (try workshop.contents("kept/out.wav").count - 112) / 8)
    #expect(first > 90_000 && second > 0)
  }

  private static let session = """
    tenuto: 2
    nodes:
      tape: {record: disk/out.wav, channels: 2}

    """
}
