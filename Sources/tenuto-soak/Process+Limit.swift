import Foundation

extension Process {
  /// Waits until it has ended, and ends it by force after ten seconds: jackd and clients of it may
  /// stand still when the other one goes.
  func waitUntilExitOrKill() {
    for _ in 0..<2000 where isRunning { usleep(5000) }
    if isRunning { kill(processIdentifier, SIGKILL) }
    waitUntilExit()
  }
}
