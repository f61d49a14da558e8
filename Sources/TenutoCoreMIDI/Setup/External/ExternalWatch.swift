internal import Dispatch
internal import Glibc
internal import Synchronization
internal import TenutoJACK

/// Reads the external devices again as soon as another program has changed them.
///
/// Without it they are read on each access.
final class ExternalWatch: Sendable {
  nonisolated(unsafe) private let source: any DispatchSourceRead  // only `deinit` calls it

  /// Watches the folder of a file; nil if the system cannot.
  init?(path: String, queue: DispatchQueue, onChange: @escaping @Sendable () -> Void) {
    StateFile.makeFolder(of: path)
    let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let events = UInt32(IN_MOVED_TO | IN_DELETE | IN_CLOSE_WRITE)
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard unsafe inotify_add_watch(descriptor, folder, events) >= 0 else {
      close(descriptor)
      return nil
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
      onChange()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    unsafe self.source = source
  }

  deinit { unsafe source.cancel() }
}

extension Setup {
  /// Notifies clients at once of changes by other programs.
  func watchExternals() {
    withExternals { _ in }
    externalWatch.withLock { watch in
      guard watch == nil, let path = ExternalStore.path else { return }
      watch = ExternalWatch(path: path, queue: notifications) {
        Setup.shared.withExternals { _ in }
      }
    }
  }

  /// Stops watching, because there are no clients to notify.
  func endWatchingExternals() { externalWatch.withLock { $0 = nil } }
}
