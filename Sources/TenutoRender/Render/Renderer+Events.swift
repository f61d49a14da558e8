internal import TenutoCore
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
