internal import CTenuto
internal import Glibc
internal import Synchronization
package import TenutoTransport

/// Ends extensions that truncate the memory that they share with the host.
///
/// The SIGBUS handler below the memory (`bus_net.h`) keeps the host alive and signals a descriptor;
/// this class finds the owner of the memory.
package final class MemoryWatch: Sendable {
  /// The one watch of this process.
  package static let shared = MemoryWatch()

  private struct Entry: Sendable {
    weak let memory: InstanceMemory?
    weak let process: ExtensionProcess?
  }

  private let entries = Mutex<[Entry]>([])

  private init() {
    let descriptor = tenuto_bus_net_descriptor()
    guard descriptor >= 0 else { return }
    _ = NoticeHub.shared.add(descriptor) { [unowned self] in
      hear(descriptor)
      return .wait
    }
  }

  /// Watches the memory of `process` for the lifetime of both.
  ///
  /// Thread: control.
  package func add(_ memory: InstanceMemory, of process: ExtensionProcess) {
    entries.withLock { entries in
      entries.removeAll { $0.memory == nil || $0.process == nil }
      entries.append(Entry(memory: memory, process: process))
    }
  }

  private func hear(_ descriptor: CInt) {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = unsafe read(descriptor, &bytes, bytes.count)
    let broken = entries.withLock { $0.filter { $0.memory?.isBroken == true } }
    for entry in broken { entry.process?.end(because: "truncated its memory") }
  }
}
