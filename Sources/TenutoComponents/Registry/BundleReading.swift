internal import Glibc
internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// Reads bundles, on several threads if there are many.
enum BundleReading {
  /// Bundles that a thread takes at once; fewer are not worth a thread.
  private static let portion = 32
  private static let maximumThreadCount = 4

  /// The state that the threads share.
  private final class Work: Sendable {
    let names: [String]
    let next = Atomic<Int>(0)
    let found: Mutex<[Int: [FolderContents.Entry]]> = Mutex([:])
    let read: @Sendable (String) -> FolderContents.Entry

    init(_ names: [String], _ read: @escaping @Sendable (String) -> FolderContents.Entry) {
      self.names = names
      self.read = read
    }

    /// Takes portions until none is left.
    func run() {
      while true {
        let start = next.wrappingAdd(portion, ordering: .relaxed).oldValue
        guard start < names.count else { return }
        let entries = names[start..<min(start + portion, names.count)].map(read)
        found.withLock { $0[start] = entries }
      }
    }

    var entries: [FolderContents.Entry] {
      found.withLock { found in found.keys.sorted().flatMap { found[$0] ?? [] } }
    }
  }

  /// The result for each name in `folder`.
  ///
  /// - Parameters:
  ///   - names: Names of bundles.
  ///   - folder: The folder that contains them.
  ///   - time: The time before the folder was read.
  ///   - margin: The age in nanoseconds from which a stamp is reliable.
  /// - Returns: As many entries as names.
  static func entries(
    _ names: [String], in folder: String, time: Int64, margin: Int64
  ) -> [FolderContents.Entry] {
    let work = Work(names) { name in
      entry(name, in: folder) { $0.isSettled(at: time, margin: margin) }
    }
    let cores = sysconf(CInt(_SC_NPROCESSORS_ONLN))
    let count = min(maximumThreadCount, cores, names.count / portion)
    let ended = Signal()
    var started = 0
    for _ in 1..<max(1, count) {
      // If threads run out, one does all the work.
      guard
        (try? DetachedThread.start {
          work.run(); ended.send()
        }) != nil
      else { break }
      started += 1
    }
    work.run()
    for _ in 0..<started { ended.wait() }
    return work.entries
  }

  private static func entry(
    _ name: String, in folder: String, isSettled: (FileStamp) -> Bool
  ) -> FolderContents.Entry {
    let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    do throws(HostError) {
      let manifestStamp = FileStamp("\(path)/\(Manifest.fileName)")
      let bundle = try ExtensionBundle(path)
      let components = bundle.manifest.components.map {
        Component(
          description: $0, executablePath: bundle.executablePath, bundlePath: path,
          needs: bundle.manifest.needs, source: bundle.manifest.source)
      }
      var stamps: FolderContents.Bundle.Stamps?
      if let manifestStamp, let executableStamp = FileStamp(bundle.executablePath),
        isSettled(manifestStamp), isSettled(executableStamp)
      {
        stamps = FolderContents.Bundle.Stamps(
          manifestName: "\(name)/\(Manifest.fileName)", manifest: manifestStamp,
          executableName: "\(name)/\(bundle.manifest.executable)", executable: executableStamp)
      }
      return .success(
        FolderContents.Bundle(
          name: name, components: components, warnings: bundle.manifest.warnings, stamps: stamps))
    } catch {
      return .failure(error)
    }
  }
}
