import Synchronization
import TenutoJACKEngine
import TenutoRender
import TenutoTransport

/// Reports the state of a host to the service manager that started it.
final class HostService: Sendable {
  private let manager: ServiceManager
  private let watchdog: Mutex<RenderWatchdog?>

  /// The service of this process; nil if no service manager started it.
  init?() {
    guard let manager = ServiceManager.own else { return nil }
    self.manager = manager
    watchdog = Mutex(manager.watchdogNanoseconds.map { RenderWatchdog(nanoseconds: $0) })
  }

  /// Reports that the host plays and answers requests.
  func begin(_ title: String) { manager.notify("READY=1\nSTATUS=\(title.printable)") }

  /// Sends a keep-alive to the watchdog if the render thread makes progress.
  ///
  /// Without a JACK server no cycle is rendered, and a restart would not help.
  func look(at engine: any GraphEngine) {
    let isPlaying = (engine as? JACKGraphEngine)?.isOpen ?? true
    let cycles = isPlaying ? engine.reading.cycles : nil
    let now = MonotonicTime.now.nanoseconds
    if watchdog.withLock({ $0?.look(cycles: cycles, now: now) }) == true {
      manager.notify("WATCHDOG=1")
    }
  }

  /// Reports that the host is ending, which may take a while to finish files.
  func end() { manager.notify("STOPPING=1") }
}
