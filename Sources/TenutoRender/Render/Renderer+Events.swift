internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// Events and dry signals of one cycle.
extension Renderer {
  /// Begins the list of a node's MIDI output in this cycle.
  @_noLocks
  func openEvents(_ slot: Int) {
    guard let sent = unsafe slots[slot].events.sent else { return }
    if unsafe slots[slot].events.isOpen {
      unsafe slots[slot].events.isOpen = false
      return
    }
    unsafe sent.pointee.removeAll()
    if unsafe slots[slot].events.isToRelease { unsafe slots[slot].events.release() }
  }

  /// Sends a node the events of this cycle, in the order of frames: the engine's, scheduled ones,
  /// and the MIDI of its sources.
  @_noLocks
  func prepareEvents(_ slot: Int) {
    unsafe slots[slot].events.deliveredCount = 0
    let hasSources = unsafe slots[slot].role.midi.count > 0
    guard
      unsafe hasSources || slots[slot].events.pending.count > 0
        || slots[slot].events.isToRestore
    else { return }
    if unsafe slots[slot].events.isToRestore { unsafe slots[slot].restore(cycle: cycle) }
    if hasSources { merge(slot) } else { sendPending(slot) }
    unsafe slots[slot].events.pending.removeAll()
    unsafe slots[slot].flushEvents(cycle: cycle)
  }

  @_noLocks
  private func sendPending(_ slot: Int) {
    for index in 0..<(unsafe slots[slot].events.pending.count) {
      unsafe slots[slot].deliver(slots[slot].events.pending[index], cycle: cycle)
    }
  }

  /// Merges sorted lists; at the same frame the engine's events come first, then those of the nodes
  /// in the order of connection.
  @_noLocks
  private func merge(_ slot: Int) {
    let midi = unsafe slots[slot].role.midi
    unsafe midi.open(frameCount: frameCount, leaving: leavingMIDI)
    var own = 0
    while true {
      let isLeft = unsafe own < slots[slot].events.pending.count
      let frame = unsafe isLeft ? slots[slot].events.pending[own].frameOffset : .max
      let source = midi.earliest(before: frame)
      if source >= 0 {
        unsafe slots[slot].deliver(midi.take(source), cycle: cycle)
      } else if isLeft {
        unsafe slots[slot].deliver(slots[slot].events.pending[own], cycle: cycle)
        own += 1
      } else {
        break
      }
    }
    if isLeading { release(midi, of: slot) }
  }

  /// The MIDI connections that end with the plan, in its last cycle; nil before.
  var leavingMIDI: UnsafeMutablePointer<Bool>? {
    @_noLocks get { unsafe isLeading ? next?.pointee.change.leavingMIDI : nil }
  }

  /// Ends, in the last frame, the notes of connections that end.
  @_noLocks
  private func release(_ midi: MIDITable, of slot: Int) {
    guard let leaving = unsafe leavingMIDI else { return }
    for index in 0..<midi.count where unsafe leaving[midi.first &+ index] {
      guard let sounding = unsafe midi.sounding(index) else { continue }
      for entry in 0..<(unsafe sounding.pointee.entryCount) {
        guard let end = unsafe sounding.pointee.end(at: entry) else { continue }
        let frame = UInt32(truncatingIfNeeded: frameCount &- 1)
        unsafe slots[slot].deliver(
          TimedEvent(frameOffset: frame, payload: .midi(end)), cycle: cycle)
      }
    }
  }

  /// Takes the events that a node has sent.
  @_noLocks
  mutating func collectEvents(
    _ slot: Int, cycle: UInt32, frameCount: Int, announced: UInt32
  ) {
    let isHandedOver = unsafe slots[slot].collectEvents(
      cycle: cycle, frameCount: frameCount, announced: announced,
      lastFrame: UInt32(truncatingIfNeeded: self.frameCount &- 1), handoff: handoff,
      budget: EventBudget.Cycle(
        frameCount: frameCount, isRealtime: isRealtime, sampleRate: sampleRate))
    if isHandedOver { needsHousekeeping = true }
  }

  /// Collects the engine's MIDI output, in the order of frames.
  @_noLocks
  mutating func gatherOutputEvents() {
    let midi = plan.midiOutputs
    guard midi.count > 0 || outputEventList.count > 0 else { return }
    outputEventList.removeAll()
    unsafe midi.open(frameCount: frameCount, leaving: leavingMIDI)
    while outputEventList.count < Self.outputEventCapacity {
      let index = midi.earliest(before: .max)
      guard index >= 0 else { break }
      emit(midi.take(index), number: unsafe plan.midiOutputNumbers[index])
    }
    if isLeading { releaseOutputs(midi) }
  }

  @_noLocks
  private mutating func emit(_ event: TimedEvent, number: Int) {
    guard outputEventList.count < Self.outputEventCapacity else { return }
    unsafe outputEventNumbers[outputEventList.count] = number
    outputEventList.insert(event)
  }

  /// Ends the notes of output connections that end.
  @_noLocks
  private mutating func releaseOutputs(_ midi: MIDITable) {
    guard let leaving = unsafe leavingMIDI else { return }
    for index in 0..<midi.count where unsafe leaving[midi.first &+ index] {
      guard let sounding = unsafe midi.sounding(index) else { continue }
      for entry in 0..<(unsafe sounding.pointee.entryCount) {
        guard let end = unsafe sounding.pointee.end(at: entry) else { continue }
        let frame = UInt32(truncatingIfNeeded: frameCount &- 1)
        emit(
          TimedEvent(frameOffset: frame, payload: .midi(end)),
          number: unsafe plan.midiOutputNumbers[index])
      }
    }
  }
}

// MARK: - Bypass

extension Renderer {
  /// Records a node's dry input, and mixes it in if the node is bypassed.
  @_noLocks
  func applyBypass(_ slot: Int, frameCount: Int) {
    let isDelayed = unsafe slots[slot].link.pointee.dry.isUsed
    if isDelayed { keepDry(slot, frameCount: frameCount) }
    guard unsafe slots[slot].isBypassActive else { return }
    for channel in 0..<(unsafe slots[slot].port.outputChannelCount) {
      let input = unsafe slots[slot].dryChannel(channel)
      if input < 0 {
        unsafe slots[slot].mixDry(nil, channel: channel, frameCount: frameCount)
        continue
      }
      if isDelayed {
        unsafe slots[slot].link.pointee.dry.read(scratch, channel: input, count: frameCount)
      } else {
        unsafe addDry(slot, channel: input, to: scratch, frameCount: frameCount)
      }
      unsafe slots[slot].mixDry(scratch, channel: channel, frameCount: frameCount)
    }
    unsafe slots[slot].advanceBypass(by: frameCount)
  }

  @_noLocks
  private func keepDry(_ slot: Int, frameCount: Int) {
    for channel in 0..<(unsafe slots[slot].mainInputCount) {
      unsafe addDry(slot, channel: channel, to: scratch, frameCount: frameCount)
      unsafe slots[slot].link.pointee.dry.write(scratch, channel: channel, count: frameCount)
    }
    unsafe slots[slot].link.pointee.dry.advance(by: frameCount)
  }
}

// MARK: - From control

extension Renderer {
  /// Delivers the scheduled events of the next `frameCount` frames to the nodes.
  ///
  /// If a node is full or not yet present, its event comes one cycle later; other events are not
  /// delayed.
  @_noLocks
  mutating func takeScheduled(frameCount: Int) {
    guard !schedule.isEmpty else { return }
    schedule.gather()
    while let item = schedule.first(before: sampleTime &+ Int64(frameCount)) {
      let isKnown = generations.isCurrent(item.slot)
      let slot = item.slot.number
      if isKnown, !isPresent(slot) || room(inSlot: slot) <= 0 {
        schedule.postponeFirst()
        continue
      }
      let offset =
        item.time <= sampleTime ? 0 : UInt32(truncatingIfNeeded: item.time &- sampleTime)
      if isKnown {
        send(TimedEvent(frameOffset: offset, payload: item.payload), toSlot: slot)
      }
      schedule.removeFirst()
    }
    schedule.restorePostponed()
  }
}

/// A part of a cycle in which the music continues without a jump, or stands still.
struct MusicPart: BitwiseCopyable {
  /// Its start in the cycle, and its frames.
  var frameOffset: Int
  var frameCount: Int
  /// The position in the music at its first frame.
  var position: TransportPosition

  @_noLocks
  init(frameOffset: Int, frameCount: Int, position: TransportPosition) {
    self.frameOffset = frameOffset
    self.frameCount = frameCount
    self.position = position
  }
}

/// The musical time of a cycle, for songs and kernels.
extension Renderer {
  /// The most parts of a cycle: a loop has at least 8192 frames, a cycle at most 65536.
  static var maximumPartCount: Int { @_noLocks get { 10 } }

  /// Whether the graph has a timeline.
  ///
  /// Thread: render.
  public var hasTimeline: Bool { @_noLocks get { unsafe plan.timeline != nil } }

  /// Sets the position in the music for the next cycle of `frameCount` frames, on a transport
  /// without loop or end.
  ///
  /// The graph's timeline adds loop and end, and gives kernels their contexts.
  ///
  /// Thread: render. Before `render`; has no effect if the graph has no timeline.
  @_noLocks
  public mutating func setMusic(_ transport: TransportPosition, frameCount: Int) {
    guard let timeline = unsafe plan.timeline else { return }
    partCount = 0
    var offset = 0
    while offset < frameCount, partCount < Self.maximumPartCount {
      let position = unsafe timeline.pointee.musicPosition(
        of: transport.advanced(by: Int64(offset)))
      let isLast = partCount == Self.maximumPartCount &- 1
      let rest = frameCount &- offset
      let count = unsafe isLast ? rest : timeline.pointee.length(from: position, atMost: rest)
      unsafe parts[partCount] = MusicPart(
        frameOffset: offset, frameCount: count, position: position)
      partCount &+= 1
      unsafe timeline.pointee.feed(
        &self, from: position.frame, frameCount: count, frameOffset: offset,
        isPlaying: position.isPlaying)
      offset &+= max(1, count)
    }
  }

  /// The frames of a cycle that begins at `transport`, at most `frameCount`, limited by the most
  /// musical contexts of a cycle.
  ///
  /// Thread: render.
  @_noLocks
  func musicFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    guard let timeline = unsafe plan.timeline else { return frameCount }
    let position = unsafe timeline.pointee.musicPosition(of: transport)
    return unsafe timeline.pointee.frames(from: position.frame, atMost: frameCount)
  }

  /// The frames of a cycle that begins at `transport`, at most `frameCount`, limited by the most
  /// song events that a node can get.
  ///
  /// Thread: render.
  @_noLocks
  func songFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    guard let timeline = unsafe plan.timeline else { return frameCount }
    let position = unsafe timeline.pointee.musicPosition(of: transport)
    var frames = frameCount
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let slot = unsafe plan.hosts[index]
      if let limit = unsafe hosts[slot].song?.frames(from: position.frame, atMost: frames) {
        frames = limit
      }
    }
    return frames
  }
}

/// Mail from control, and hand-offs to it.
extension Renderer {
  /// Takes mail: settings, delays, new instances that are ready, spares.
  @_noLocks
  mutating func takeMail() {
    guard words.lowerMail() else { return }
    takePlan()
    mayFly = true
    mayShadow = true
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      unsafe slots[slot].fastPath.isActive = false
      takeSettings(slot)
      if let log = unsafe slots[slot].mail.takeLog() { unsafe slots[slot].log = log.pointee }
      if unsafe slots[slot].mail.hasDelay { takeDelay(slot) }
      if unsafe slots[slot].mail.hasDry { takeDry(slot) }
      if unsafe slots[slot].mail.hasLink { takeLink(slot) }
      if unsafe slots[slot].next != nil { switchToNext(slot) }
      if unsafe slots[slot].mail.hasSpare { takeSpare(slot) }
      if unsafe slots[slot].isSpareAwake { switchToSpare(slot) }
    }
  }

  @_noLocks
  private func takeSettings(_ slot: Int) {
    let isBypassed = unsafe slots[slot].mail.isBypassed
    if unsafe slots[slot].isBypassed != isBypassed {
      unsafe slots[slot].isBypassed = isBypassed
      unsafe slots[slot].events.isToRelease = slots[slot].events.isMIDISource
    }
    let parked = unsafe slots[slot].mail.parkedSerial
    if unsafe parked == slots[slot].port.serial && !slots[slot].isParked {
      unsafe slots[slot].park()
    }
    let share = unsafe slots[slot].mail.deadlineShare
    unsafe slots[slot].leadPerFrame =
      share > 0 ? max(0, deadlineShare - share) * 1e9 / sampleRate : 0
    if unsafe slots[slot].mail.takeUnmute() {
      if unsafe slots[slot].mute.unmute() { unsafe slots[slot].statistics.isMuted = false }
      unsafe slots[slot].listenAgain()
    }
  }

  @_noLocks
  private mutating func takeDelay(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    unsafe slots[slot].beginTimingFade(hasPlayed: lastFrameCount > 0)
    concludeKept(slot)
    let new = unsafe slots[slot].mail.takeDelay()
    guard let old = unsafe slots[slot].changeTiming(new) else { return }
    _ = unsafe handoff.write(Handoff.Item(slots[slot].link, .undelayed, delay: old))
    needsHousekeeping = true
  }

  /// Adapts the delay of a node's dry input to its instance's latency, with a fade if it is heard.
  @_noLocks
  private mutating func takeDry(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe slots[slot].mail.takeDry() else { return }
    if unsafe new.pointee.frameCount != slots[slot].link.pointee.dry.frameCount {
      if unsafe slots[slot].isBypassActive {
        unsafe slots[slot].beginTimingFade(hasPlayed: lastFrameCount > 0)
      }
      unsafe new.pointee.relieve(&slots[slot].link.pointee.dry)
    }
    _ = unsafe handoff.write(Handoff.Item(slots[slot].link, .undelayed, dry: new))
    needsHousekeeping = true
  }

  /// Finishes the pending cycle of a node, while its instance and its delay are still there.
  @_noLocks
  private mutating func concludeKept(_ slot: Int) {
    guard let delay = unsafe slots[slot].delay, unsafe delay.pointee.pendingFrames > 0 else {
      return
    }
    openEvents(slot)
    takeKept(slot, frameCount: frameCount)
    unsafe slots[slot].events.isOpen = true
  }

  @_noLocks
  private mutating func takeLink(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    guard let new = unsafe slots[slot].mail.takeLink() else { return }
    if let untaken = unsafe slots[slot].next { unsafe giveBack(untaken) }
    unsafe slots[slot].next = new
    if unsafe new.pointee.depth != slots[slot].role.depth {
      let old = unsafe new.pointee.depth
      unsafe new.pointee.move(toDepth: slots[slot].role.depth, cycle: cycle)
      // It may sleep at a level that no longer starts cycles.
      page.start(cycle &- 1, depth: old)
    }
  }

  /// Gives a slot another instance once that instance has caught up with the cycles; otherwise
  /// tries again later.
  @_noLocks
  private mutating func switchToNext(_ slot: Int) {
    guard let link = unsafe slots[slot].next else { return }
    let isDead = unsafe !link.pointee.life.isAlive
    guard unsafe isDead || link.pointee.port.doneCycle == cycle &- 1, handoff.hasRoom else {
      return words.raiseMail()
    }
    concludeKept(slot)
    unsafe slots[slot].next = nil
    unsafe giveBack(slots[slot].exchange(link))
  }

  @_noLocks
  private mutating func giveBack(_ link: UnsafeMutablePointer<InstanceLink>) {
    _ = unsafe handoff.write(Handoff.Item(link, .returned))
    needsHousekeeping = true
  }
}

// MARK: - Spares

extension Renderer {
  @_noLocks
  private mutating func takeSpare(_ slot: Int) {
    guard handoff.hasRoom else { return words.raiseMail() }
    let new = unsafe slots[slot].mail.takeSpare()
    if let old = unsafe slots[slot].spare { unsafe giveBack(old) }
    unsafe slots[slot].spare = new
    unsafe slots[slot].isSpareAwake = false
    unsafe new?.pointee.move(toDepth: slots[slot].role.depth, cycle: cycle)
    adoptShadow(slot)
  }

  /// Wakes the spares of nodes whose process has ended; they take over at the next boundary.
  @_noLocks
  mutating func wakeSpares() {
    hasSparesToWake = false
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      let isAwake = unsafe slots[slot].isSpareAwake
      guard unsafe isAwake || slots[slot].needsSpare else { continue }
      if !isAwake { unsafe slots[slot].spare?.pointee.port.unpark() }
      catchUpSpare(slot)
      unsafe slots[slot].isSpareAwake = true
      words.raiseMail()
    }
  }

  /// Gives a slot its spare once the spare has caught up; otherwise tries again later.
  ///
  /// A spare that has died is handed back.
  @_noLocks
  private mutating func switchToSpare(_ slot: Int) {
    guard let spare = unsafe slots[slot].spare, unsafe slots[slot].hasEnded,
      unsafe slots[slot].next == nil
    else { return }
    if !isRealtime { unsafe waitForSpare(spare) }
    let isDead = unsafe !spare.pointee.life.isAlive
    guard unsafe isDead || spare.pointee.port.doneCycle == cycle &- 1, handoff.hasRoom else {
      hasSparesToWake = true
      return words.raiseMail()
    }
    unsafe slots[slot].spare = nil
    unsafe slots[slot].isSpareAwake = false
    if isDead { return unsafe giveBack(spare) }
    concludeKept(slot)
    let old = unsafe slots[slot].exchange(spare)
    _ = unsafe handoff.write(Handoff.Item(old, .relieved, relief: spare))
    needsHousekeeping = true
  }

  /// Waits offline, so that the switch always comes at the next boundary.
  @_noLocks
  private func waitForSpare(_ spare: UnsafeMutablePointer<InstanceLink>) {
    let port = unsafe spare.pointee.port
    while unsafe spare.pointee.life.isAlive, port.doneCycle != cycle &- 1,
      wait(port, cycle &- 1, until: limit.nanoseconds)
    {}
  }

  /// Reports protocol breaches to control; reports without room follow later.
  @_noLocks
  mutating func reportBreaches() {
    hasReports = false
    for index in 0..<plan.memberCount {
      let slot = unsafe plan.members[index]
      guard unsafe slots[slot].owesReport else { continue }
      if unsafe handoff.write(Handoff.Item(slots[slot].link, .malformed)) {
        unsafe slots[slot].owesReport = false
        needsHousekeeping = true
      } else {
        hasReports = true
      }
    }
  }
}
