import Foundation

extension Process {
  /// Waits for the exit, and kills the process after ten seconds: jackd and its clients may hang
  /// when the other one ends.
  func waitUntilExitOrKill() {
    for _ in 0..<2000 where isRunning { usleep(5000) }
    if isRunning { kill(processIdentifier, SIGKILL) }
    waitUntilExit()
  }
}
