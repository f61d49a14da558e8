import ArgumentParser
import TenutoRender
import TenutoSystem

/// `tenuto recover`: repairs interrupted recordings.
struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Restores recordings whose host was killed.",
    discussion: """
      FILE is the name of the recording, or of a part of it (FILE.part). All audio that reached \
      the disk is restored: the header gets the correct length, and the file its name, or the \
      next free one (take-2.wav). A complete file stays unchanged, and a file that a host is \
      recording is refused. The next recording of the same name restores it too.

      WAV loses only unwritten audio, less than a tenth of a second. FLAC loses the \
      block that was being encoded (4096 frames), Ogg Vorbis the last page (about 0.2 s of music, \
      up to 6 s of silence). Exit codes: 0 if all files are complete, 1 if one is not, 2 for wrong \
      usage.

      EXAMPLE:
        tenuto recover take.wav
        tenuto recover recordings/*.part
      """)

  @Argument(help: "The interrupted recordings.", completion: .file())
  var files: [String]

  func run() throws {
    var isFailed = false
    for file in files {
      do throws(HostError) {
        for outcome in try TakeRecovery.recover(file) { try? Output.line(Self.line(outcome)) }
      } catch {
        Output.note(error.message)
        isFailed = true
      }
    }
    if isFailed { throw Failure.work("Not all recordings could be restored; see above.") }
  }

  private static func line(_ outcome: TakeRecovery.Outcome) -> String {
    guard let path = outcome.newPath else { return "\(outcome.path): was empty, and is removed" }
    let old = path == outcome.path ? "" : " (it was \(outcome.path))"
    let length = Numbers.time(Double(outcome.frameCount) / Double(outcome.sampleRate))
    let what = outcome.isChanged ? "restored" : "is complete"
    return "\(path): \(what), \(length), \(outcome.frameCount) frames\(old)".printable
  }
}
