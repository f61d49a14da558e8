internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// Reads a process's output, on the hub's thread.
///
/// Its rate is limited, so that endless output costs the host next to nothing.
final class OutputReader: Sendable {
  private let pipe: Descriptor
  private let state = Mutex(State())

  private struct State: Sendable {
    var tail = OutputTail()
    var budget = TurnBudget(limit: OutputReader.windowBytes)
    var key: UInt64?
  }

  /// The most bytes read in a tenth of a second.
  private static let windowBytes = 65536
  /// Bytes that are read at once.
  private static let pieceBytes = 4096

  /// Takes ownership of the reading end of a non-blocking pipe.
  init(_ pipe: consuming Descriptor) { self.pipe = pipe }

  /// Begins to read; the hub holds this object until the pipe ends or `finish` is called.
  func start() {
    let key = NoticeHub.shared.add(pipe.number) { self.takeTurn() }
    state.withLock { $0.key = key }
  }

  /// The last `count` lines, made printable.
  ///
  /// Thread: any but the render thread.
  func lastLines(_ count: Int) -> [String] { state.withLock { $0.tail }.lastLines(count) }

  /// The last bytes, 64 KiB at most.
  ///
  /// Thread: any but the render thread.
  var bytes: [UInt8] { Array(state.withLock { $0.tail }.bytes) }

  /// Reads the rest of the pipe of a process that has ended, and stops.
  func finish() {
    // A child of the process may continue to print: read no more than a pipe holds.
    for _ in 0..<16 where readPiece() != .more { break }
    let key = state.withLock { state in
      defer { state.key = nil }
      return state.key
    }
    if let key { NoticeHub.shared.remove(key) }
  }

  private enum Piece { case more, nothing, end }

  private func takeTurn() -> NoticeHub.Turn {
    while true {
      switch readPiece() {
      case .end: return .end
      case .nothing: return .wait
      case .more:
        let pause = state.withLock { $0.budget.take(Self.pieceBytes) }
        if let pause { return .rest(until: pause) }
      }
    }
  }

  private func readPiece() -> Piece {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceBytes) { buffer in
      // Under the lock: a thread that finds the pipe empty sees the bytes that another has read.
      let count = state.withLock { state in
        let count = unsafe read(pipe.number, buffer.baseAddress, buffer.count)
        if count > 0 { unsafe state.tail.append(Array(buffer.prefix(count))) }
        return count
      }
      guard count > 0 else { return count < 0 && errno == EAGAIN ? .nothing : .end }
      return .more
    }
  }
}

/// The last bytes of a process's output.
package struct OutputTail: Sendable {
  /// The number of bytes kept.
  package static let limit = 65536
  /// Up to twice the limit, so that not every read moves all bytes.
  private var kept: [UInt8] = []

  /// The last bytes, `limit` at most.
  var bytes: ArraySlice<UInt8> { kept.suffix(Self.limit) }

  mutating func append(_ more: some Collection<UInt8>) {
    kept += more.suffix(Self.limit)
    if kept.count > 2 * Self.limit { kept.removeFirst(kept.count - Self.limit) }
  }

  /// The last `count` lines that are not empty, escaped, so that none controls the terminal.
  ///
  /// The note of its signal handler is left out: it is for programs.
  func lastLines(_ count: Int) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix(FaultNote.prefix) }
    return lines.suffix(count).map { String($0).printable }
  }
}
