import CDebugger
import Foundation

/// A thread of another process that stands still, as in a debugger, until `release`.
final class HaltedThread {
  private let released = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Halts the thread with that name in a process.
  ///
  /// - Throws: ESRCH if none exists, or an error if it cannot be traced.
  init(_ name: String, of process: Int32) throws {
    let folder = "/proc/\(process)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
    let found = threads.first { thread in
      (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)) == "\(name)\n"
    }
    guard let number = found.flatMap({ Int32($0) }) else { throw POSIXError(.ESRCH) }
    let begun = DispatchSemaphore(value: 0)
    let (released, ended) = (released, ended)
    nonisolated(unsafe) var error: Int32 = 0
    // Only the tracing thread, and for as long as it lives.
    Thread.detachNewThread {
      unsafe error = cdebugger_halt(number)
      begun.signal()
      released.wait()
      ended.signal()
    }
    begun.wait()
    guard unsafe error == 0 else {
      released.signal()
      throw unsafe POSIXError(POSIXErrorCode(rawValue: error) ?? .EPERM)
    }
  }

  /// Lets it continue.
  func release() {
    released.signal()
    ended.wait()
  }
}
