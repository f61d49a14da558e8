internal import Synchronization
internal import TenutoSystem

/// Runs several actions at once that mostly wait.
enum Parallel {
  /// Returns the result of `body` for each item in order, once all are done.
  ///
  /// Thread: control.
  static func map<Item: Sendable, Output: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Output
  ) -> [Output] {
    let work = Work<Item, Output>(items)
    let done = Signal()
    var helperCount = 0
    for _ in 1..<max(1, min(items.count, Work<Item, Output>.threadLimit)) {
      // If no more threads can be started, the existing ones do all the work.
      let helper: Void? = try? DetachedThread.start {
        work.run(body)
        done.send()
      }
      if helper == nil { break }
      helperCount += 1
    }
    work.run(body)
    for _ in 0..<helperCount { done.wait() }
    return work.outputs
  }

  private final class Work<Item: Sendable, Output: Sendable>: Sendable {
    static var threadLimit: Int { 16 }
    private let items: [Item]
    private let state: Mutex<(next: Int, outputs: [Output?])>

    init(_ items: [Item]) {
      self.items = items
      state = Mutex((0, Array(repeating: nil, count: items.count)))
    }

    func run(_ body: (Item) -> Output) {
      while let index = take() {
        let output = body(items[index])
        state.withLock { $0.outputs[index] = output }
      }
    }

    private func take() -> Int? {
      state.withLock { state in
        guard state.next < items.count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    var outputs: [Output] { state.withLock { $0.outputs }.compactMap(\.self) }
  }
}
