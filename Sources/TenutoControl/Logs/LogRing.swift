internal import Synchronization

/// The newest log records.
///
/// Thread: any but render.
package final class LogRing: Sendable {
  private let state = Mutex(State())

  private struct State {
    var records: [LogRecord] = []
    var last: UInt64 = 0
  }

  /// Number of records that are kept.
  package static let capacity = 1000
  /// The number of records dropped at a time, so that not every append moves all records.
  private static let slack = 100

  /// Creates an empty ring.
  package init() {}

  /// Appends a record and numbers it.
  package func append(_ record: LogRecord) {
    state.withLock { state in
      state.last += 1
      var record = record
      record.number = state.last
      state.records.append(record)
      if state.records.count > Self.capacity + Self.slack {
        state.records.removeFirst(state.records.count - Self.capacity)
      }
    }
  }

  /// Returns the records after that number, the newest last, `capacity` at most.
  package func records(since number: UInt64) -> [LogRecord] {
    state.withLock { state in
      state.records.suffix(Self.capacity).filter { $0.number > number }
    }
  }
}
