internal import Synchronization
public import TenutoSystem
internal import TenutoTransport

/// The only process that writes generations to a folder.
///
/// Thread: control, any number at once.
public final class GenerationWriter: Sendable {
  /// The folder that it writes to.
  public let store: GenerationStore
  private let lock: FolderLock
  /// The number of the next save.
  private let next: Mutex<UInt64>

  init(_ store: GenerationStore) throws(HostError) {
    do throws(SystemError) {
      if !FileCalls.exists(store.folder) {
        try FileCalls.makeFolders(store.folder)
        try FileCalls.synchronize(FileCalls.parent(of: store.folder))
      }
    } catch {
      throw HostError(.fileWriteFailed, path: store.folder, "cannot be made", because: error)
    }
    lock = try FolderLock(store.folder)
    self.store = store
    next = Mutex(0)
    let newest = try store.sequences().first ?? 0
    next.withLock { $0 = newest + 1 }
    removeLeftovers()
  }

  /// Saves a document as the newest generation, then removes those beyond the ten newest.
  ///
  /// If it fails, all earlier generations stay good, and the next call tries again.
  ///
  /// - Returns: The generation's number.
  /// - Throws: `.fileWriteFailed`, for instance on a full disk; `.permissionDenied`.
  @discardableResult
  public func save(_ bytes: [UInt8]) throws(HostError) -> UInt64 {
    guard bytes.count <= GenerationStore.maximumByteCount else {
      throw HostError(
        .fileWriteFailed,
        "\(store.folder): \(bytes.count) bytes are too long for a generation; "
          + "\(GenerationStore.maximumByteCount) is the most.")
    }
    let result = next.withLock { next in
      Result { () throws(HostError) in
        let sequence = next
        guard sequence <= Generation.maximumSequence else {
          throw HostError(.fileWriteFailed, "\(store.folder) has no number left for a generation.")
        }
        // Advances even after a failure: the new file may exist although the call failed.
        next += 1
        try write(Generation(sequence: sequence, bytes: bytes))
        prune()
        return sequence
      }
    }
    return try result.get()
  }

  private func write(_ generation: Generation) throws(HostError) {
    let path = store.path(generation.sequence)
    let temporary = "\(store.folder)/\(Generation.temporaryName(generation.sequence))"
    do throws(SystemError) {
      try FileCalls.create(temporary, mode: 0o600, generation.encoded())
      try FileCalls.rename(temporary, to: path)
      try FileCalls.synchronize(store.folder)
    } catch {
      try? FileCalls.remove(temporary)
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
  }

  /// Removes old files; a file that cannot be removed now is removed after the next save.
  private func prune() {
    let old = (try? store.sequences().dropFirst(GenerationStore.capacity)) ?? []
    for sequence in old { try? FileCalls.remove(store.path(sequence)) }
  }

  /// Removes temporary files: only the lock's owner writes, so they belong to killed writers.
  private func removeLeftovers() {
    let names = (try? FileCalls.names(in: store.folder)) ?? []
    for name in names where Generation.isTemporary(fileName: name) {
      try? FileCalls.remove("\(store.folder)/\(name)")
    }
  }
}
