import Foundation
import TenutoControl
import TenutoRender
import TestSupport
import Testing

/// Recordings on disks that fail, exceed a quota or become read-only.
@Suite(.serialized) struct DiskFaultTests {
  /// How a disk fails.
  enum Fault: String, CaseIterable, Sendable {
    /// Writing fails from now on.
    case broken
    /// Written data is lost later, at synchronization.
    case brokenLater
    case overQuota
    case readOnly

    /// The error, and the calls that fail with it, as `disk.c` reads them.
    ///
    /// A codec only gets data that fits on the disk, and a quota does not take that back.
    func order(_ name: String) -> String {
      switch self {
      case .broken: "\(EIO) wsr"
      case .brokenLater: "\(EIO) s"
      case .overQuota: "\(EDQUOT) " + (name.hasSuffix(".flac") ? "rc" : "wrc")
      case .readOnly: "\(EROFS) wsrtcn"
      }
    }

    var text: String {
      switch self {
      case .broken, .brokenLater: "Input/output error"
      case .overQuota: "Disk quota exceeded"
      case .readOnly: "Read-only file system"
      }
    }
  }

  private static let play = [
    "play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock",
  ]

  @Test(
    .timeLimit(.minutes(3)), arguments: Fault.allCases, ["out.wav", "out.flac"])
  func existingSoundIsKeptAndTheRecordingContinues(_ fault: Fault, _ name: String) async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let order = "\(workshop.path)/data/disk"
    let program = try Program(
      Self.play + ["--record", name], in: workshop,
      environment: ["LD_PRELOAD": try Preload.disk.get(), "TENUTO_TEST_DISK": order])
    try await workshop.waitForRecording { $0.frames > 48_000 }
    try Data(fault.order(name).utf8).write(to: URL(fileURLWithPath: order), options: .atomic)
    try await workshop.waitForRecording { $0.interruptions > 0 }
    try await program.waitFor(fault.text)
    // The recording continues in another file as soon as a file cannot be synchronized.
    if fault != .brokenLater {
      let text = try await workshop.run("status")
      #expect(text.output.contains("Recordings:") && text.output.contains(fault.text))
    }
    try FileManager.default.removeItem(atPath: order)
    try await workshop.waitForRecording {
      $0.problem == nil && $0.files.last.map { $0.frames > 0 } == true
    }
    try await program.waitFor("continues in")
    let lost = try workshop.client().get("/v1/status", as: HostStatus.self).recordings[0].lostFrames
    program.signal(SIGINT)
    let outcome = await program.finish()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("interrupted; see above"), "\(outcome.errors)")
    #expect(lost == 0)
    // A file that could not be renamed then is renamed now.
    let recovery = try await workshop.run("recover", name)
    #expect(recovery.exitCode == 0, "\(recovery.errors)")
    let files = try workshop.fileNames.filter { $0 != "song.mid" }
    #expect(files.count >= 2 && files.allSatisfy { !$0.hasSuffix(".part") }, "\(files)")
    for file in files {
      let sound = try SoundFileReader(path: "\(workshop.path)/\(file)").readAll()
      #expect(sound[0].contains { abs($0) > 0.01 }, "\(file)")
      if file == name { #expect(sound[0].count >= 48_000) }
    }
  }

  // MARK: - A file system that gives up

  /// Runs the commands with `disk` as a private ext4 from a file; copies the folder's content.
  private static let ownDisk = [
    "/usr/bin/unshare", "-m", "/bin/sh", "-c",
    """
    mkdir -p disk kept
    test -e image || { truncate -s 32M image && mkfs.ext4 -q -F image; }
    mount -o loop image disk || exit 77
    "$@"; code=$?
    cp disk/*.wav kept/; exit $code
    """, "sh",
  ]

  private static let canMount =
    geteuid() == 0 && (try? Workshop().call(ownDisk + ["touch", "disk/a.wav"]).0) == 0

  /// ext4 after an error: writing, synchronizing and renaming fail.
  ///
  /// The recording continues on another disk; the first disk's content is recovered.
  @Test(.timeLimit(.minutes(3)), .enabled(if: canMount, "no loop device can be mounted"))
  func aFileSystemThatTurnsReadOnlyKeepsItsFiles() async throws {
    let workshop = try Workshop()
    try workshop.writeSong(seconds: 600)
    try await workshop.install("Sine")
    let program = try Program(
      Self.play + ["--record", "disk/out.wav"], in: workshop, wrapper: Self.ownDisk)
    try await workshop.waitForRecording { $0.frames > 48_000 }
    let host = try workshop.client().get("/v1/status", as: HostStatus.self).pid
    let inside = ["nsenter", "-t", "\(host)", "-m", "mount"]
    let disk = "\(workshop.path)/disk"
    #expect(try workshop.call(inside + ["-o", "remount,abort", disk]).0 == 0)
    try await workshop.waitForRecording { $0.problem?.contains(Fault.readOnly.text) == true }
    try await program.waitFor(Fault.readOnly.text)
    #expect(try workshop.call(inside + ["-t", "tmpfs", "none", disk]).0 == 0)
    try await workshop.waitForRecording {
      $0.problem == nil && $0.files.last.map { $0.frames > 0 } == true
    }
    try await program.waitFor("continues in")
    kill(host, SIGINT)
    #expect(await program.finish().exitCode == 1)
    let second = try SoundFileReader(path: "\(workshop.path)/kept/out.wav").frameCount
    #expect(second > 0)
    let recovery = try Program(["recover", "disk/out.wav"], in: workshop, wrapper: Self.ownDisk)
    let outcome = await recovery.finish()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let first = try SoundFileReader(path: "\(workshop.path)/kept/out.wav").frameCount
    #expect(first >= 48_000)
  }
}
