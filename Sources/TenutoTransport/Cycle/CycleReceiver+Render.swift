internal import CTenuto
internal import Glibc
internal import Synchronization
public import TenutoCore

extension CycleReceiver {
  /// The kernel's next step.
  public enum Step: BitwiseCopyable {
    /// Handle this event.
    case event(TimedEvent.Payload)
    /// Clear sounding notes, tails and delay lines.
    case reset
    /// Render `count` frames from `start` on; `count` is at most the allocated maximum.
    case render(start: Int, count: Int)
    /// The cycle is over and has been reported to the host.
    case finished
  }

  /// Sleeps until there is a cycle to render, or a snapshot to take between cycles; returns false
  /// when the thread is to end.
  ///
  /// No cycle wakes a parked instance.
  ///
  /// Thread: render. One system call when there is nothing to do.
  @_noLocks
  public mutating func waitForCycle() -> Bool {
    var hasJustFinished = true
    while true {
      if let snapshots, snapshots.isWanted(hasJustFinished: hasJustFinished) {
        snapshotJob = snapshots.take()
        if snapshotJob != nil { return true }
      }
      hasJustFinished = false
      let predecessor = unsafe handoff?.take()
      let isParked = unsafe tenuto_load_acquire(parkedWord) == 1
      if unsafe stopWord.pointee.load(ordering: .acquiring) { return false }
      if isParked {
        wasParked = true
        unsafe tenuto_futex_rest(parkedWord, 1, isChecked)
        continue
      }
      if wasParked {
        wasParked = false
        sleepWord = readSleepWord()
      }
      if let predecessor = unsafe predecessor, sleepWord.follows,
        unsafe !predecessor.pointee.isBroken
      {
        if unsafe follow(predecessor) { return true }
      } else if look() {
        return true
      }
    }
  }

  /// The snapshot for which `waitForCycle` has returned; nil for a cycle.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func takeSnapshotJob() -> SnapshotJob? {
    guard let job = snapshotJob else { return nil }
    snapshotJob = nil
    return job
  }

  /// Hands a snapshot back to the control thread.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func finish(_ job: SnapshotJob) {
    var job = job
    job.cycle = cycle
    // A reset that the kernel has yet to get is not in its state.
    if !commands.isAtRest { job.isComplete = false }
    snapshots?.finish(job)
  }

  /// Returns the next step of this cycle: an event, or at most `limit` frames up to the next event
  /// or musical context.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func nextStep(atMost mostFrames: Int = Int.max) -> Step {
    if position == 0, !commands.isAtRest {
      if commands.takeReset() { return .reset }
      if let command = commands.take() { return .event(command.payload) }
    }
    fetchEvent()
    let frameCount = Int(announced.frameCount)
    let limit = hasHeld ? min(Int(held.frameOffset), frameCount) : frameCount
    if hasHeld && limit <= position {
      hasHeld = false
      return .event(held.payload)
    }
    guard position < frameCount else {
      finish()
      return .finished
    }
    let start = position
    let boundary = (start / format.maximumFrameCount + 1) * format.maximumFrameCount
    position = min(min(limit, boundary), enterContext(at: start))
    if position - start > mostFrames { position = start + max(1, mostFrames) }
    return .render(start: start, count: position - start)
  }

  /// The input samples of a range of frames in this cycle.
  ///
  /// Valid until the end of the cycle.
  ///
  /// Thread: render. Frames outside the cycle are a programmer error.
  @unsafe @_noLocks @_lifetime(immortal)
  public mutating func input(start: Int, count: Int) -> AudioBlock {
    unsafe AudioBlock(
      unsafeBase: inputBase + start, stride: inputStride, channelCount: toShape.channelCount,
      frameCount: count)
  }

  /// The output samples of a range of frames in this cycle.
  ///
  /// Valid until the end of the cycle.
  ///
  /// Thread: render. Frames outside the cycle are a programmer error.
  @unsafe @_noLocks @_lifetime(immortal)
  public mutating func output(start: Int, count: Int) -> MutableAudioBlock {
    let base = unsafe fromMapping.base.advanced(by: fromShape.headerBytes)
    return unsafe MutableAudioBlock(
      unsafeBase: base.assumingMemoryBound(to: Float.self) + start,
      stride: fromShape.channelStride / 4, channelCount: fromShape.channelCount,
      frameCount: count)
  }

  /// The sample time of a frame in this cycle, in frames since start.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func sampleTime(ofFrame frame: Int) -> Int64 {
    announced.sampleTime &+ Int64(frame)
  }

  /// Whether rendering is offline: the host then waits without a deadline.
  ///
  /// Thread: render.
  public var isOffline: Bool {
    @_noLocks mutating get { announced.flags & TENUTO_CYCLE_OFFLINE != 0 }
  }

  /// The musical time at a frame of the newest `.render` step.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func musicalTime(atFrame frame: Int) -> MusicalTime {
    guard announced.contextCount > 0 else {
      return unsafe MusicalTime(nil, elapsed: 0, sampleRate: format.sampleRate)
    }
    let start = unsafe Int(contexts[contextIndex].frame_offset)
    return unsafe MusicalTime(
      contexts + contextIndex, elapsed: frame - start, sampleRate: format.sampleRate)
  }

  /// The list for the kernel's events to the host in this cycle; frame offsets are the cycle's.
  ///
  /// Thread: render.
  public var sink: EventSink { @_noLocks mutating get { outgoing.sink } }

  private var contexts: UnsafePointer<tenuto_musical_context> {
    @_noLocks mutating get {
      unsafe UnsafeRawPointer(pageMapping.base).advanced(by: CyclePage.contextsOffset)
        .assumingMemoryBound(to: tenuto_musical_context.self)
    }
  }

  /// Advances to the context that holds at `frame` and returns the first frame of the next one.
  ///
  /// Each offset is read once: the host may be in a later cycle already.
  @_noLocks
  private mutating func enterContext(at frame: Int) -> Int {
    while contextIndex &+ 1 < announced.contextCount {
      let next = unsafe Int(contexts[contextIndex &+ 1].frame_offset)
      if next > frame { return next }
      contextIndex &+= 1
    }
    return Int.max
  }

  /// Reads the word on which the instance sleeps after the next cycle.
  ///
  /// The host is trusted; the depth is limited to the page nevertheless.
  @_noLocks
  mutating func readSleepWord() -> SleepWord {
    var sleepWord = SleepWord()
    sleepWord.depth = min(Int(load(ToWord.depth)), CyclePage.maximumDepthCount - 1)
    sleepWord.follows = load(ToWord.follows) == 1
    return sleepWord
  }

  /// Checks the depth's word once and sleeps on it if there is nothing new; returns whether there
  /// is a cycle to render.
  @_noLocks
  private mutating func look() -> Bool {
    let word = unsafe cycleWord
    let newest = unsafe tenuto_load_acquire(word)
    guard isAhead(newest) else {
      unsafe tenuto_futex_rest(word, newest, isChecked)
      return false
    }
    return unsafe begin(newest, announcedBy: word, from: nil)
  }

  /// Does the same for an instance that follows another: checks the other's word and the host's
  /// `go`.
  @_noLocks
  private mutating func follow(_ predecessor: UnsafeMutablePointer<Predecessor>) -> Bool {
    let word = unsafe predecessor.pointee.doneWord
    let done = unsafe tenuto_load_acquire(word)
    let go = load(ToWord.goCycle)
    let linked = load(ToWord.linkedCycle)
    if isAhead(go) {
      return unsafe begin(
        go, announcedBy: toWords + ToWord.goCycle, from: predecessor, isOrdered: true,
        isSilent: linked == go)
    }
    guard isAhead(linked), done == load(ToWord.predecessorCycle) else {
      // Zeros that replaced the other's memory wake no sleeper.
      if unsafe !predecessor.pointee.isBroken { unsafe tenuto_futex_rest(word, done, isChecked) }
      return false
    }
    return unsafe begin(linked, announcedBy: toWords + ToWord.linkedCycle, from: predecessor)
  }

  /// Whether a cycle comes after the newest finished one.
  @_noLocks
  private mutating func isAhead(_ other: UInt32) -> Bool { Int32(bitPattern: other &- cycle) > 0 }

  @_noLocks
  private mutating func load(_ word: Int) -> UInt32 {
    unsafe tenuto_load_acquire(toWords + word)
  }

  /// Reads the announcement of cycle `number`; returns false if there is nothing to render.
  @_noLocks
  private mutating func begin(
    _ number: UInt32, announcedBy word: UnsafePointer<UInt32>,
    from predecessor: UnsafeMutablePointer<Predecessor>?, isOrdered: Bool = false,
    isSilent: Bool = false
  ) -> Bool {
    let read = snapshot()
    // The word has moved: the reading may mix two cycles, so look again.
    guard unsafe tenuto_load_acquire(word) == number else { return false }
    nextSleepWord = readSleepWord()
    cycle = number
    announced = read
    position = 0
    contextIndex = 0
    outgoing.removeAll()
    status = 0
    startedAt = isMeasured ? .now : .never
    if announced.askedCycle != cycle {
      status = RenderStatus.skipped.rawValue
      report(frames: 0)
      return false
    }
    guard announced.frameCount > 0, Int(announced.frameCount) <= format.frameCapacity else {
      status = RenderStatus.tooManyFrames.rawValue
      report(frames: 0)
      return false
    }
    if isChecked != 0 { tenuto_realtime_enter() }
    unsafe takeInput(predecessor, isOrdered: isOrdered, isSilent: isSilent)
    return true
  }

  /// Chooses the inputs: the host's, those handed on by the predecessor, or silence.
  @_noLocks
  private mutating func takeInput(
    _ predecessor: UnsafeMutablePointer<Predecessor>?, isOrdered: Bool, isSilent: Bool
  ) {
    let frameCount = Int(announced.frameCount)
    unsafe inputBase = Self.samples(toMapping.base, toShape)
    inputStride = toShape.channelStride / 4
    guard let predecessor = unsafe predecessor else { return }
    if isOrdered && !isSilent {
      return unsafe predecessor.pointee.noteInput(
        inputBase, stride: inputStride, frameCount: frameCount)
    }
    if isSilent {
      unsafe predecessor.pointee.silence(frameCount: frameCount)
    } else {
      unsafe predecessor.pointee.take(frameCount: frameCount)
    }
    unsafe inputBase = UnsafePointer(predecessor.pointee.samples)
    unsafe inputStride = predecessor.pointee.stride
  }

  /// Whether the host wants this cycle timed, which takes two readings of the clock.
  private var isMeasured: Bool {
    @_noLocks mutating get { announced.flags & TENUTO_CYCLE_MEASURED != 0 }
  }

  // Read-only functions are `mutating` too: otherwise Swift 6.3.1 copies the whole receiver.

  @_noLocks
  private mutating func snapshot() -> Announced {
    let page = unsafe pageMapping.base.assumingMemoryBound(to: tenuto_cycle_page.self)
    let header = unsafe toMapping.base.assumingMemoryBound(to: tenuto_to_extension.self)
    var read = Announced()
    read.frameCount = unsafe page.pointee.frame_count
    read.sampleTime = unsafe page.pointee.sample_time
    read.askedCycle = unsafe header.pointee.asked_cycle
    read.datagramCount = unsafe header.pointee.datagram_count
    read.flags = unsafe page.pointee.flags
    read.contextCount = min(
      Int(unsafe page.pointee.context_count), CyclePage.maximumContextCount)
    tenuto_fence_acquire()
    return read
  }

  @_noLocks
  private mutating func fetchEvent() {
    guard events.mayHaveNext(announced: announced.datagramCount), !hasHeld, status == 0 else {
      return
    }
    switch events.next(
      cycle: cycle, frameCount: announced.frameCount, announced: announced.datagramCount)
    {
    case .event(let event):
      held = event
      hasHeld = true
    case .none: break
    case .malformed: status = RenderStatus.malformedEvents.rawValue
    }
  }

  @_noLocks
  private mutating func finish() {
    if outgoing.count > 0 { sendOutgoing() }
    if isChecked != 0 { tenuto_realtime_exit() }
    report(frames: announced.frameCount)
  }

  @inline(never) @_noLocks
  private mutating func sendOutgoing() {
    for index in 0..<outgoing.count {
      var event = outgoing[index]
      event.frameOffset = min(event.frameOffset, announced.frameCount &- 1)
      sender.append(event, cycle: cycle)
    }
    sender.flush(cycle: cycle)
  }

  /// Reports to the host, and wakes it if it sleeps on this instance.
  @_noLocks
  private mutating func report(frames: UInt32) {
    let header = unsafe fromMapping.base.assumingMemoryBound(to: tenuto_from_extension.self)
    unsafe header.pointee.status = UInt32(bitPattern: status)
    unsafe header.pointee.rendered_frames = frames
    if frames > 0 { unsafe header.pointee.rendered_cycle = cycle }
    unsafe header.pointee.datagram_count = sender.datagramCount
    unsafe header.pointee.started_at = startedAt.nanoseconds
    let finishedAt: MonotonicTime = isMeasured ? .now : .never
    unsafe header.pointee.finished_at = finishedAt.nanoseconds
    // Sequentially consistent on both sides: either we see the waiter, or the host sees `done`.
    unsafe tenuto_store(doneWord, cycle)
    // Wakes all sleepers: a follower may sleep on the same word as the host.
    if unsafe load(ToWord.handsOn) == 1
      || tenuto_load(cycleWord + DepthWord.waiter) == UInt32(format.slot) + 1
    {
      unsafe tenuto_futex_rouse(doneWord, isChecked)
    }
    sleepWord = nextSleepWord
  }
}
