import ArgumentParser
import TenutoRender
import TenutoSystem

/// `tenuto recover`: repairs interrupted recordings.
struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Brings back recordings whose host was killed.",
    discussion: """
      FILE is the name that was recorded to, or a part of it (FILE.part). All sound that reached \
      the disk can be heard again: the header says how much there is, and the file gets its name, \
      or the next one that is free (take-2.wav). A file that is whole stays as it is; one that a \
      host records at this moment is refused. The next recording of the same name does this too.

      Of WAV nothing is lost but what had not been written, less than a tenth of a second. FLAC \
      lacks the block that was being coded (4096 frames), Ogg Vorbis the last page (of music about \
      0.2 s, of silence up to 6 s). Exit codes: 0 all are whole, 1 one is not, 2 wrong usage.

      EXAMPLE:
        tenuto recover take.wav
        tenuto recover recordings/*.part
      """)

  @Argument(help: "Recordings that were cut off.", completion: .file())
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
    if isFailed { throw Failure.work("Not all recordings could be brought back; see above.") }
  }

  private static func line(_ outcome: TakeRecovery.Outcome) -> String {
    guard let path = outcome.newPath else { return "\(outcome.path): was empty, and is gone" }
    let old = path == outcome.path ? "" : " (it was \(outcome.path))"
    let length = Numbers.time(Double(outcome.frameCount) / Double(outcome.sampleRate))
    let what = outcome.isChanged ? "brought back" : "is whole"
    return "\(path): \(what), \(length), \(outcome.frameCount) frames\(old)".printable
  }
}
