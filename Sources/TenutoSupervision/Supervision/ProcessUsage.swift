internal import Synchronization
internal import TenutoTransport

/// The resources that a process uses, as the kernel counts them.
public struct ProcessUsage: Sendable, Equatable {
  /// Its share of one core between the last two readings; above 1 if it uses several cores.
  public var processorShare = 0.0
  /// Bytes of private memory, or resident bytes if the kernel does not report those.
  public var memoryBytes: UInt64 = 0
  /// Page faults since its start that did not need the disk.
  public var minorFaults: UInt64 = 0
  /// Page faults since its start that needed the disk.
  public var majorFaults: UInt64 = 0

  /// Creates a usage of zero.
  public init() {}
}

/// Reads the resource usage of processes, rarely enough not to disturb the audio.
///
/// Thread: any but render.
public final class UsageReader: Sendable {
  private let looks = Mutex<[Int32: Look]>([:])

  /// The last reading of a process.
  private struct Look: Sendable {
    var usage = ProcessUsage()
    var time = MonotonicTime.now
    var processorNanoseconds: UInt64 = 0
    /// When the kernel last counted its pages, for which it walks through all of them.
    var memoryTime: MonotonicTime?
    /// Its start time, which distinguishes it from a later process with the same id.
    var birth: UInt64 = 0
  }

  /// Nanoseconds for which a reading stays valid.
  private static let interval: UInt64 = 500_000_000
  /// Nanoseconds for which a count of pages stays valid.
  private static let memoryInterval: UInt64 = 5_000_000_000

  /// Creates a reader without any readings.
  public init() {}

  /// The usage of a process, at most half a second old, or nil if it has ended.
  public func usage(of identifier: Int32) -> ProcessUsage? { usage(of: identifier, pages: true) }

  /// The share of one core that the process uses, at most half a second old, 0 at the first
  /// reading, or nil if it has ended.
  ///
  /// It does not count pages, which costs more.
  public func processorShare(of identifier: Int32) -> Double? {
    usage(of: identifier, pages: false)?.processorShare
  }

  private func usage(of identifier: Int32, pages: Bool) -> ProcessUsage? {
    looks.withLock { looks in
      let old = looks[identifier]
      if let old, !Self.isOlder(old.time, than: Self.interval), !pages || old.memoryTime != nil {
        return old.usage
      }
      let new = Self.look(at: identifier, after: old, pages: pages)
      looks[identifier] = new
      return new?.usage
    }
  }

  /// Discards the readings of all but these processes.
  public func keep(_ identifiers: some Sequence<Int32>) {
    let kept = Set(identifiers)
    looks.withLock { looks in looks = looks.filter { kept.contains($0.key) } }
  }

  private static func isOlder(_ time: MonotonicTime, than age: UInt64) -> Bool {
    MonotonicTime.now.nanoseconds - time.nanoseconds > age
  }

  private static func look(at identifier: Int32, after old: Look?, pages: Bool) -> Look? {
    guard let stat = ProcessCounters.statistics(of: identifier) else { return nil }
    let before = old?.birth == stat.birth ? old : nil
    var look = Look()
    look.birth = stat.birth
    look.usage.minorFaults = stat.minorFaults
    look.usage.majorFaults = stat.majorFaults
    look.processorNanoseconds = ProcessCounters.processorNanoseconds(of: identifier) ?? 0
    if let before, !isOlder(before.time, than: interval) {
      // Only its pages were missing: the time since then is too short for a share.
      look.time = before.time
      look.processorNanoseconds = before.processorNanoseconds
      look.usage.processorShare = before.usage.processorShare
    } else if let before, look.processorNanoseconds >= before.processorNanoseconds {
      let busy = Double(look.processorNanoseconds - before.processorNanoseconds)
      look.usage.processorShare = busy / Double(look.time.nanoseconds - before.time.nanoseconds)
    }
    if let before, !pages || before.memoryTime.map({ !isOlder($0, than: memoryInterval) }) ?? false
    {
      look.memoryTime = before.memoryTime
      look.usage.memoryBytes = before.usage.memoryBytes
    } else if pages {
      look.memoryTime = MonotonicTime.now
      look.usage.memoryBytes =
        ProcessCounters.privateBytes(of: identifier)
        ?? ProcessCounters.residentBytes(of: identifier) ?? 0
    }
    return look
  }
}
