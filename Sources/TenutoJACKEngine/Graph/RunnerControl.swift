internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoJACK
internal import TenutoTransport

/// Control's side of the runner: gives it clients, and takes them back before they are closed.
///
/// Thread: control, one at a time.
@safe final class RunnerControl: @unchecked Sendable {  // see the line above
  let words = RunnerWords.allocate()
  private let runner: UnsafeMutablePointer<CycleRunner>
  private var clients: [Served] = []
  private var list: UnsafeMutablePointer<RunnerList>?

  /// A client, and the indices of the clients that feed it.
  struct Served {
    let client: RunnerClient
    let sources: [Int]
  }

  /// Milliseconds that the runner may take to reach the end of a cycle.
  private static let timeout = 500

  /// Nil if the kernel cannot wait for many words at once.
  init?() {
    guard Self.isPossible else {
      words.deallocate()
      return nil
    }
    unsafe runner = .allocate(capacity: 1)
    unsafe runner.initialize(to: CycleRunner(words))
  }

  deinit {
    unsafe runner.deinitialize(count: 1)
    unsafe runner.deallocate()
    unsafe Self.free(list)
    words.deallocate()
  }

  private static let isPossible: Bool = {
    var value: UInt32 = 1
    return unsafe withUnsafePointer(to: &value) { word in
      var awaited = unsafe tenuto_awaited_word(word: word, expected: 0)
      return unsafe tenuto_futex_wait_any(&awaited, 1, 0) == EAGAIN
    }
  }()

  private static func free(_ list: UnsafeMutablePointer<RunnerList>?) {
    guard let list = unsafe list else { return }
    unsafe list.deinitialize(count: 1)
    unsafe list.deallocate()
  }
}

// MARK: - Clients

extension RunnerControl {
  /// Gives the runner these clients, in the order of the signal flow, in place of the previous
  /// ones.
  func run(_ new: [Served]) {
    guard !isSame(new) else { return }
    clients = new
    offer()
    for served in new { served.client.isWanted = true }
    words.wake()
  }

  private func isSame(_ new: [Served]) -> Bool {
    clients.elementsEqual(new) { $0.client.isSame(as: $1.client) && $0.sources == $1.sources }
  }

  /// Returns a client to its own thread and forgets it.
  func drop(_ client: RunnerClient) {
    client.isWanted = false
    words.wake()
    wait { !client.isRunners }
    guard let place = clients.firstIndex(where: { $0.client.isSame(as: client) }) else { return }
    clients.remove(at: place)
    clients = clients.map { served in
      Served(
        client: served.client,
        sources: served.sources.filter { $0 != place }.map { $0 > place ? $0 - 1 : $0 })
    }
    offer()
  }

  /// Takes all clients from the runner, whose thread then only runs the cycles of `main`, its own
  /// client.
  func stop(_ main: RunnerClient) {
    clients = []
    unsafe words.offered = nil
    main.isWanted = false
    words.wake()
    if wait({ !main.isRunners }) { unsafe Self.free(list) }
    unsafe list = nil
  }

  private func offer() {
    let new = UnsafeMutablePointer<RunnerList>.allocate(capacity: 1)
    unsafe new.initialize(to: RunnerList(clients.map { ($0.client, $0.sources) }))
    let old = unsafe list
    unsafe list = new
    unsafe words.offered = new
    words.wake()
    // A list that the runner may still use is leaked.
    if wait({ unsafe words.used == new }) { unsafe Self.free(old) }
  }

  /// Waits for the runner, if there is one; abandons a runner that does not answer.
  @discardableResult
  private func wait(_ condition: () -> Bool) -> Bool {
    guard words.isRunning else { return true }
    if Pause.until(milliseconds: Self.timeout, condition) { return true }
    words.isRunning = false
    return false
  }
}

// MARK: - Threads

extension RunnerControl {
  /// The context of a client's process thread.
  @safe struct Context {
    let client: RunnerClient
    /// The runner, in the main client's context.
    let runner: UnsafeMutablePointer<CycleRunner>?

    init(client: RunnerClient, runner: UnsafeMutablePointer<CycleRunner>?) {
      self.client = client
      unsafe self.runner = runner
    }
  }

  /// The context of a client that is about to be activated.
  ///
  /// The main client's own thread is the runner's.
  func context(_ client: RunnerClient, isMain: Bool) -> Context {
    guard isMain else { return unsafe Context(client: client, runner: nil) }
    unsafe runner.deinitialize(count: 1)
    unsafe runner.initialize(to: CycleRunner(words))
    unsafe words.used = nil
    return unsafe Context(client: client, runner: runner)
  }
}

/// The process thread of a client that the runner may take; its argument is a
/// `RunnerControl.Context`.
@_noLocks
func runClientThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context?.assumingMemoryBound(to: RunnerControl.Context.self) else {
    return nil
  }
  let client = unsafe context.pointee.client
  guard let runner = unsafe context.pointee.runner else { client.runAlone() }
  unsafe client.run(runner)
}
