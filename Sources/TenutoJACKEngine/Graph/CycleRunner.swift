internal import CTenuto
internal import TenutoJACK
internal import TenutoRender
internal import TenutoTransport

/// Runs the cycles of many clients on one thread.
///
/// JACK wakes one thread per client, which then wakes the client's extension and sleeps again: two
/// context switches per node more than the extension needs. This thread instead sleeps on the
/// activation words of all clients at once. It begins each client whose inputs are ready, so that
/// parallel nodes render together, and finishes the clients whose extensions have answered. Only
/// JACK decides when inputs are ready, so each client renders exactly what JACK schedules,
/// regardless of connections made by other programs.
@safe struct CycleRunner: ~Copyable {
  private let words: RunnerWords
  private var list: UnsafeMutablePointer<RunnerList>?
  /// The newest cycle in which a client began; nil before the first.
  private var moment: CycleMoment?
  private var begunCount = 0
  private var seenWakes: UInt32 = 0
  private var look = Look()
  /// The time for the thread's alarm in the next cycle; 0 for none.
  private var alarmTime: UInt64 = 0
  private let awaited: UnsafeMutablePointer<tenuto_awaited_word>

  /// The most clients of one thread: the kernel limits the number of words in one wait, and two
  /// words are reserved.
  static var capacity: Int { @_noLocks get { Int(TENUTO_MAXIMUM_AWAITED_WORDS) - 2 } }

  /// Thread: control.
  init(_ words: RunnerWords) {
    self.words = words
    unsafe awaited = HotMemory.allocate(
      tenuto_awaited_word.self, count: Int(TENUTO_MAXIMUM_AWAITED_WORDS))
  }

  deinit {
    unsafe HotMemory.deallocate(awaited, count: Int(TENUTO_MAXIMUM_AWAITED_WORDS))
  }
}

// MARK: - The loop

extension CycleRunner {
  /// Runs cycles until control takes back `main`, whose process thread this is.
  ///
  /// Thread: render.
  @_noLocks
  mutating func run(for main: RunnerClient) {
    words.isRunning = true
    moment = nil
    seenWakes = words.wakes &- 1
    while true {
      if begunCount == 0 && words.wakes != seenWakes && !beginPrepared() {
        guard main.isWanted else { return leave(main) }
        takeList()
      }
      let hasBegun = beginDue()
      let hasFinished = finishComplete()
      if hasBegun || hasFinished {
        look.next = 0
        continue
      }
      if settleOne() { continue }
      if begunCount > 0 {
        wait()
      } else if !beginAny() {
        rest()
      }
    }
  }

  /// Takes the list that control has published, and notes which clients the runner has.
  @_noLocks
  private mutating func takeList() {
    abandonAll()
    settleAll()
    seenWakes = words.wakes
    unsafe list = words.offered
    unsafe words.used = list
    guard let list = unsafe list else { return }
    for index in 0..<(unsafe list.pointee.count) {
      let entry = unsafe list.pointee.entries + index
      let client = unsafe entry.pointee.client
      unsafe entry.pointee.isRunners = client.isRunners && client.isWanted
      if client.isRunners && !client.isWanted { client.giveBack() }
    }
  }

  /// Returns all clients except `main`, whose thread this is.
  @_noLocks
  private mutating func leave(_ main: RunnerClient) {
    abandonAll()
    settleAll()
    words.isRunning = false
    if let list = unsafe list {
      for index in 0..<(unsafe list.pointee.count) {
        let client = unsafe list.pointee.entries[index].client
        if client.isRunners && !client.isSame(as: main) { client.giveBack() }
      }
    }
    unsafe list = nil
    unsafe words.used = nil
  }

  /// Begins the clients that are due and activated; returns whether it began one.
  @_noLocks
  private mutating func beginDue() -> Bool {
    guard let list = unsafe list else { return false }
    var isAny = false
    for index in 0..<(unsafe list.pointee.count) where unsafe list.pointee.isDue(index, in: cycle) {
      if unsafe begin(list.pointee.entries + index) { isAny = true }
    }
    return isAny
  }

  /// Begins all activated clients, due or not: those of the next cycle, or with connections that
  /// are not known yet.
  @_noLocks
  private mutating func beginAny() -> Bool {
    guard let list = unsafe list else { return false }
    var isAny = false
    for index in 0..<(unsafe list.pointee.count) {
      if unsafe begin(list.pointee.entries + index) { isAny = true }
    }
    return isAny
  }

  @_noLocks
  private mutating func begin(_ entry: UnsafeMutablePointer<RunnerList.Entry>) -> Bool {
    let client = unsafe entry.pointee.client
    guard unsafe entry.pointee.isRunners && !entry.pointee.hasBegun, client.isActivated else {
      return false
    }
    unsafe settle(entry)
    unsafe entry.pointee.frameCount = client.handle.waitForCycle()
    let now = MonotonicTime.now
    var cycle = unsafe JACKCycle(
      unsafeHandle: client.handle, frameCount: entry.pointee.frameCount)
    let moment = moment(of: cycle, client, at: now)
    let wasPrepared = unsafe entry.pointee.isPrepared
    unsafe entry.pointee.isPrepared = false
    unsafe entry.pointee.isFollowing = false
    let hasArrived = unsafe wasPrepared && client.state.pointee.arrive(&cycle, moment, at: now)
    guard unsafe hasArrived || client.state.pointee.prepare(&cycle, moment, at: now) else {
      unsafe end(entry)
      return true
    }
    unsafe entry.pointee.hasBegun = true
    begunCount += 1
    if !hasArrived {
      unsafe prepareFollowers(of: entry, cycle, moment, at: now)
      unsafe client.state.pointee.start()
    }
    return true
  }

  /// JACK's times of a client's cycle, which JACK is asked for once for all clients.
  @_noLocks
  private mutating func moment(
    of cycle: borrowing JACKCycle, _ client: RunnerClient, at now: MonotonicTime
  ) -> CycleMoment {
    if let moment, moment.frameTime == cycle.frameTime { return moment }
    let new = unsafe client.state.pointee.moment(of: cycle, at: now)
    moment = new
    return new
  }

  /// The newest cycle in which a client began, by JACK's frames.
  private var cycle: UInt32 { @_noLocks get { moment?.frameTime ?? 0 } }

  /// Prepares the clients to which the extension of a prepared client can hand on, one after the
  /// other.
  @_noLocks
  private mutating func prepareFollowers(
    of first: UnsafeMutablePointer<RunnerList.Entry>, _ cycle: borrowing JACKCycle,
    _ moment: CycleMoment, at now: MonotonicTime
  ) {
    guard let list = unsafe list else { return }
    var lead = unsafe first
    while unsafe lead.pointee.follower >= 0 {
      let entry = unsafe list.pointee.entries + lead.pointee.follower
      let (state, client) = unsafe (lead.pointee.client.state, entry.pointee.client)
      guard unsafe entry.pointee.isRunners && !entry.pointee.hasBegun else { break }
      unsafe settle(entry)
      unsafe abandon(entry)
      let own = unsafe JACKCycle(
        unsafeHandle: client.handle, frameCount: UInt32(truncatingIfNeeded: cycle.frameCount))
      let other = unsafe JACKCycle(
        unsafeHandle: lead.pointee.client.handle,
        frameCount: UInt32(truncatingIfNeeded: cycle.frameCount))
      let follows = unsafe client.state.pointee.prepare(
        behind: state, in: other, own, moment, at: now)
      unsafe entry.pointee.isPrepared = client.state.pointee.started != nil
      unsafe entry.pointee.isFollowing = follows
      guard follows else { break }
      unsafe state.pointee.setHandingOn(true)
      words.countHandedOn()
      unsafe lead = entry
    }
    unsafe lead.pointee.client.state.pointee.setHandingOn(false)
  }

  /// Ends the cycle of a client that was prepared, if JACK has not activated it.
  @_noLocks
  private func abandon(_ entry: UnsafeMutablePointer<RunnerList.Entry>) {
    guard unsafe entry.pointee.isPrepared else { return }
    unsafe entry.pointee.isPrepared = false
    unsafe entry.pointee.isFollowing = false
    unsafe entry.pointee.client.state.pointee.abandon()
  }

  /// Ends all prepared cycles that JACK has not activated, before the list changes.
  @_noLocks
  private func abandonAll() {
    guard let list = unsafe list else { return }
    for index in 0..<(unsafe list.pointee.count) { unsafe abandon(list.pointee.entries + index) }
  }

  /// Begins the prepared clients that are activated; returns whether it began one.
  @_noLocks
  private mutating func beginPrepared() -> Bool {
    guard let list = unsafe list else { return false }
    var isAny = false
    for index in 0..<(unsafe list.pointee.count)
    where unsafe list.pointee.entries[index].isPrepared {
      if unsafe begin(list.pointee.entries + index) { isAny = true }
    }
    return isAny
  }

  @_noLocks
  private func end(_ entry: UnsafeMutablePointer<RunnerList.Entry>) {
    unsafe entry.pointee.finished = cycle
    unsafe entry.pointee.client.handle.endCycle()
  }

  /// Finishes the clients whose extensions have answered; returns whether it finished one.
  @_noLocks
  private mutating func finishComplete() -> Bool {
    guard begunCount > 0, let list = unsafe list else { return false }
    var isAny = false
    for index in 0..<(unsafe list.pointee.count) {
      let entry = unsafe list.pointee.entries + index
      guard unsafe entry.pointee.hasBegun, unsafe entry.pointee.client.isComplete else { continue }
      unsafe finish(entry, since: .now)
      isAny = true
      // The follower comes later in the list, and may be complete too.
      if unsafe entry.pointee.follower >= 0 {
        let follower = unsafe list.pointee.entries + entry.pointee.follower
        if unsafe follower.pointee.isPrepared { _ = unsafe begin(follower) }
      }
    }
    return isAny
  }

  /// Finishes a client, and waits for its extension if it has not answered.
  @_noLocks
  private mutating func finish(
    _ entry: UnsafeMutablePointer<RunnerList.Entry>, since: MonotonicTime
  ) {
    let client = unsafe entry.pointee.client
    var cycle = unsafe JACKCycle(
      unsafeHandle: client.handle, frameCount: entry.pointee.frameCount)
    unsafe client.state.pointee.finish(&cycle, since: since)
    unsafe entry.pointee.hasBegun = false
    begunCount -= 1
    unsafe end(entry)
    unsafe entry.pointee.isToSettle = true
  }
}

// MARK: - Settling

extension CycleRunner {
  /// Settles a client that is finished, while other clients' extensions render; returns false if
  /// there is none.
  @_noLocks
  private mutating func settleOne() -> Bool {
    guard let list = unsafe list else { return false }
    for index in 0..<(unsafe list.pointee.count) {
      if unsafe settle(list.pointee.entries + index) { return true }
    }
    return false
  }

  /// Settles all clients, before the list changes.
  @_noLocks
  private mutating func settleAll() {
    while settleOne() {}
  }

  @discardableResult
  @_noLocks
  private mutating func settle(_ entry: UnsafeMutablePointer<RunnerList.Entry>) -> Bool {
    guard unsafe entry.pointee.isToSettle else { return false }
    unsafe entry.pointee.isToSettle = false
    let time = unsafe entry.pointee.client.state.pointee.settle()
    // That of the client that began first.
    if time > 0 { alarmTime = alarmTime == 0 ? time : min(alarmTime, time) }
    return true
  }
}

// MARK: - Sleeping

extension CycleRunner {
  /// Waits for the answer of the extension that is expected to finish last, or for the activation
  /// of a client.
  @_noLocks
  private mutating func wait() {
    guard let list = unsafe list, let last = unsafe lastToAnswer() else { return }
    let now = MonotonicTime.now
    var count = 1
    for index in 0..<(unsafe list.pointee.count) where unsafe list.pointee.isDue(index, in: cycle) {
      count += unsafe expect(list.pointee.entries[index].client.activation.word, 0, at: count)
    }
    // No other client can begin: the others belong to the next cycle or follow this one.
    if unsafe count == 1 && begunCount == 1 && last.pointee.hasBegun {
      return unsafe finish(last, since: now)
    }
    guard let started = unsafe last.pointee.client.state.pointee.started,
      let word = unsafe started.rendering.pointee.renderer.pointee.awaitedWord(),
      unsafe !last.pointee.client.isComplete
    else { return finishOne(since: now) }
    unsafe _ = expect(word.word, word.seen, at: 0)
    let limit = started.limit.nanoseconds
    let end = min(limit, timeOfLook(now.nanoseconds, limit))
    _ = unsafe tenuto_futex_wait_any(awaited, CInt(count), end)
    if unsafe last.pointee.client.isComplete { return finishOne(since: now) }
    let then = MonotonicTime.now.nanoseconds
    if then >= limit { return finishOne(since: now) }
    if then >= look.next { inspectCores(then) }
  }

  /// The time of the next check of clients that have not answered, if nothing happens before.
  @_noLocks
  private mutating func timeOfLook(_ now: UInt64, _ limit: UInt64) -> UInt64 {
    if look.next == 0 {
      look.interval = max((limit > now ? limit &- now : 0) / 8, Self.leastInterval)
      look.next = now &+ 2 &* look.interval
      look.pendingCount = pendingCount
      look.isSecond = false
    }
    return look.next
  }

  /// Helps extensions that wait for a core that another extension holds, as a renderer does for its
  /// graph, if none has answered since the last look.
  @_noLocks
  private mutating func inspectCores(_ now: UInt64) {
    // A wake-up this late is caused by the machine, not by an extension.
    let isInTime = now &- look.next < look.interval / 2
    look.next = now &+ look.interval
    let count = pendingCount
    let isStuck = isInTime && count == look.pendingCount
    look.pendingCount = count
    guard isStuck else {
      look.isSecond = false
      return
    }
    guard let list = unsafe list else { return }
    for index in 0..<(unsafe list.pointee.count) where unsafe list.pointee.entries[index].hasBegun {
      guard
        let rendering = unsafe list.pointee.entries[index].client.state.pointee.started?.rendering
      else { continue }
      unsafe rendering.pointee.renderer.pointee.inspectCores(
        leastToStay: look.isSecond ? look.interval / 8 : 0)
    }
    look.isSecond = true
  }

  /// The number of extensions that have not answered, those that follow another included.
  private var pendingCount: Int {
    @_noLocks get {
      guard let list = unsafe list else { return 0 }
      var count = 0
      for index in 0..<(unsafe list.pointee.count) {
        let entry = unsafe list.pointee.entries + index
        guard unsafe entry.pointee.hasBegun || entry.pointee.isFollowing else { continue }
        if unsafe !entry.pointee.client.isComplete { count &+= 1 }
      }
      return count
    }
  }

  private static var leastInterval: UInt64 { @_noLocks get { 50_000 } }

  /// Checks of extensions that have not answered while nothing happens.
  fileprivate struct Look: BitwiseCopyable {
    /// The time of the next check, 0 for none; the interval between two checks; the extensions that
    /// had not answered at the last one; whether one has been made.
    var next: UInt64 = 0
    var interval: UInt64 = 0
    var pendingCount = 0
    var isSecond = false

    @_noLocks init() {}
  }

  /// Finishes the first client that has begun, and waits for its extension if it has not answered.
  @_noLocks
  private mutating func finishOne(since: MonotonicTime) {
    guard let list = unsafe list else { return }
    for index in 0..<(unsafe list.pointee.count) where unsafe list.pointee.entries[index].hasBegun {
      return unsafe finish(list.pointee.entries + index, since: since)
    }
  }

  /// The client whose extension is expected to answer last: the one that began last or follows it,
  /// since extensions on one core render in the order of their wake-ups.
  @_noLocks
  private func lastToAnswer() -> UnsafeMutablePointer<RunnerList.Entry>? {
    guard let list = unsafe list else { return nil }
    var last: UnsafeMutablePointer<RunnerList.Entry>?
    var newest = MonotonicTime(nanoseconds: 0)
    for index in 0..<(unsafe list.pointee.count) {
      let entry = unsafe list.pointee.entries + index
      guard
        unsafe entry.pointee.hasBegun
          || (entry.pointee.isFollowing && !entry.pointee.client.isComplete),
        let began = unsafe entry.pointee.client.state.pointee.started?.began, began >= newest
      else { continue }
      newest = began
      unsafe last = entry
    }
    return unsafe last
  }

  /// Sleeps until a client is activated or control wakes the runner.
  @_noLocks
  private mutating func rest() {
    setAlarm(alarmTime)
    alarmTime = 0
    var count = unsafe expect(words.wakeWord, seenWakes, at: 0)
    if let list = unsafe list {
      for index in 0..<(unsafe list.pointee.count) {
        let entry = unsafe list.pointee.entries + index
        guard unsafe entry.pointee.isRunners else { continue }
        count += unsafe expect(entry.pointee.client.activation.word, 0, at: count)
      }
    }
    _ = unsafe tenuto_futex_wait_any(awaited, CInt(count), 0)
  }

  @_noLocks
  private func expect(_ word: UnsafePointer<UInt32>, _ expected: UInt32, at place: Int) -> Int {
    unsafe awaited[place] = tenuto_awaited_word(word: word, expected: expected)
    return 1
  }
}

extension RunnerClient {
  /// Whether the extension of the cycle that has begun has answered.
  fileprivate var isComplete: Bool {
    @_noLocks get {
      // Not the whole of `started`: the thread asks for this many times in a cycle.
      guard let rendering = unsafe state.pointee.started?.rendering else { return true }
      return unsafe rendering.pointee.renderer.pointee.isComplete
    }
  }
}
