import Foundation
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TestSupport
import Testing

/// `tenuto replay`, as a user runs it.
struct CommandTests {
  private func bundle(in folder: TestFolder) throws -> String {
    let flight = try Flight(.crashing())
    let state = try flight.instance.state()
    _ = try flight.playUntilCrash()
    #expect(eventually { flight.instance.process.exit != nil })
    return try CrashBundle.write(flight.content(state: state), into: folder.path)
  }

  private func replay(_ arguments: [String]) throws -> ProgramResult {
    try Program.run(Built.path("tenuto"), ["replay"] + arguments)
  }

  @Test func theExitCodeIsTheResult() throws {
    let folder = try TestFolder()
    let bundle = try bundle(in: folder)
    let again = try replay([bundle])
    #expect(again.status == 3, "\(again.output)")
    #expect(again.output.contains("same cause yes, same cycle yes"))
    let sound = folder.path + "/out.wav"
    let mended = try replay(
      [bundle, "--extension", Built.path("MendedExtension"), "-o", sound])
    #expect(mended.status == 0, "\(mended.output)")
    #expect(try SoundFileReader(path: sound).channelCount == 2)
    #expect(try replay([folder.path]).status == 1)
    #expect(try replay([]).status == 2)
  }

  @Test func gdbShowsTheCrashedFunction() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/gdb") else { return }
    let folder = try TestFolder()
    let result = try replay([try bundle(in: folder), "--debugger-command", "bt"])
    #expect(result.status == 3, "\(result.output)")
    #expect(result.output.contains("fixture_store_to_null"), "\(result.output)")
  }
}
