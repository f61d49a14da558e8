import Glibc
import Synchronization
import TenutoCore
import TenutoSupervision
import TenutoTransport
import TestSupport

/// A host that saves a session until it is killed, and programs that save without audio.
///
/// Called as `SessionHost play FOLDER`, `SessionHost save FOLDER`, `SessionHost fill FOLDER`,
/// `SessionHost once FOLDER` or `SessionHost limited FOLDER`.
@main
enum SessionHost {
  static func main() throws {
    let arguments = CommandLine.arguments
    let store = GenerationStore(folder: arguments[2])
    switch arguments[1] {
    case "play": try play(arguments[2])
    case "save": try saveForEver(store)
    case "fill": try fill(store)
    case "once": attempt { try store.open().save([1, 2, 3]) }
    case "limited": try saveWithLimit(store)
    default: exit(2)
    }
  }

  /// Prints a complete line at once.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// Prints whether `body` saved, or which error stopped it.
  @discardableResult
  static func attempt(_ body: () throws -> UInt64) -> Bool {
    do {
      say("saved \(try body())")
      return true
    } catch {
      say("refused \(error)")
      return false
    }
  }

  /// Saves as fast as possible, and acknowledges each save.
  private static func saveForEver(_ store: GenerationStore) throws {
    let writer = try store.open()
    var random = SystemRandomNumberGenerator()
    while true {
      let fill = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 3000)
      attempt { try writer.save(fill) }
    }
  }

  /// Saves until the disk is full, and again after a file was removed.
  private static func fill(_ store: GenerationStore) throws {
    let writer = try store.open()
    var byteCount = 1024
    while attempt({ try writer.save([UInt8](repeating: 7, count: byteCount)) }) { byteCount *= 2 }
    say("retry")
    attempt { try writer.save([UInt8](repeating: 9, count: 16)) }
  }

  /// Saves once, then more than the file size limit allows, then less.
  private static func saveWithLimit(_ store: GenerationStore) throws {
    signal(SIGXFSZ, SIG_IGN)
    let writer = try store.open()
    attempt { try writer.save([UInt8](repeating: 1, count: 100)) }
    var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    attempt { try writer.save([UInt8](repeating: 2, count: 100_000)) }
    attempt { try writer.save([UInt8](repeating: 3, count: 200)) }
  }
}
