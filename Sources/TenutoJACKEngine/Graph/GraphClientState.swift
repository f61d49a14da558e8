internal import CTenuto
internal import TenutoCore
internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoRender
internal import TenutoTransport

/// The state of the render thread of a graph's client.
///
/// It outlives the client: when the server returns, the next client uses it.
@safe struct GraphClientState: ~Copyable {
  let words: ClientWords
  let engine: EngineWords
  let transport: TransportWords
  let statistics: EngineStatistics
  /// The destination of reports about incoming MIDI, or nil.
  let arrivals: ArrivalRing?
  /// The destination of the sound besides the ports, or nil.
  private var tap: GraphTap?
  /// Whether it is the engine's first client, which determines the engine's position.
  private let isMain: Bool
  /// Whether its sounding notes have been released, at the end.
  private var isReleased = false
  /// The cycle that has begun, until it is finished.
  var started: Started?
  /// The finished cycle, until `settle`.
  private var finished: Finished?

  /// The state of a cycle from its begin to its end.
  @safe struct Started: BitwiseCopyable {
    let ports: UnsafeMutablePointer<PortSet>
    let rendering: UnsafeMutablePointer<GraphRendering>
    let began: MonotonicTime
    var limit: MonotonicTime
    /// The output that is wanted.
    let course: Course
    /// By JACK's frames.
    let frameTime: UInt32
    /// How long the recorder may wait for room; nil unless the server freewheels.
    let freewheelEnd: MonotonicTime?

    @_noLocks
    init(
      ports: UnsafeMutablePointer<PortSet>, rendering: UnsafeMutablePointer<GraphRendering>,
      began: MonotonicTime, limit: MonotonicTime, course: Course, moment: CycleMoment
    ) {
      unsafe self.ports = ports
      unsafe self.rendering = rendering
      self.began = began
      self.limit = limit
      self.course = course
      frameTime = moment.frameTime
      freewheelEnd = moment.freewheelEnd
    }
  }

  /// The state of a cycle whose outputs JACK has.
  @safe private struct Finished: BitwiseCopyable {
    let rendering: UnsafeMutablePointer<GraphRendering>
    let began: MonotonicTime
    let limit: MonotonicTime
    /// When the thread turned to it for the last time, and when it was finished.
    let since: MonotonicTime
    let ended: MonotonicTime

    @_noLocks
    init(_ started: Started, since: MonotonicTime, ended: MonotonicTime) {
      unsafe rendering = started.rendering
      began = started.began
      limit = started.limit
      self.since = since
      self.ended = ended
    }
  }

  init(
    words: ClientWords, engine: EngineWords, transport: TransportWords,
    statistics: EngineStatistics, arrivals: ArrivalRing?, tap: GraphTap?, isMain: Bool
  ) {
    self.words = words
    self.engine = engine
    self.transport = transport
    self.statistics = statistics
    self.arrivals = arrivals
    self.tap = tap
    self.isMain = isMain
  }
}

extension GraphClientState {
  /// Renders one cycle from the ports to the ports; `settle` follows.
  ///
  /// Thread: render.
  @_noLocks
  mutating func process(_ cycle: inout JACKCycle) {
    let began = MonotonicTime.now
    if begin(&cycle, at: began) { finish(&cycle, since: began) }
  }

  /// Begins a cycle: its extension has its input and is awake when this returns.
  ///
  /// Thread: render.
  /// - Returns: Whether `finish` must follow; the cycle is over otherwise.
  @_noLocks
  private mutating func begin(_ cycle: inout JACKCycle, at began: MonotonicTime) -> Bool {
    guard prepare(&cycle, moment(of: cycle, at: began), at: began) else { return false }
    setHandingOn(false)
    start()
    return true
  }

  /// JACK's times of a cycle that begins at `now`.
  ///
  /// Thread: render.
  @_noLocks
  func moment(of cycle: borrowing JACKCycle, at now: MonotonicTime) -> CycleMoment {
    cycle.moment(at: now, sampleRate: words.sampleRate, isFreewheeling: engine.isFreewheeling)
  }

  /// Begins a cycle: its extension has its input, and sleeps until `start`.
  ///
  /// Thread: render.
  /// - Returns: Whether `start` and `finish` must follow; the cycle is over otherwise.
  @_noLocks
  mutating func prepare(
    _ cycle: inout JACKCycle, _ moment: CycleMoment, at began: MonotonicTime
  ) -> Bool {
    if isMain { transport.note(moment, frameCount: cycle.frameCount) }
    let frame = transport.frame(moment.frameTime)
    guard let ports = unsafe words.ports else {
      words.countCycle()
      return false
    }
    unsafe beginMIDI(&cycle, ports)
    guard let rendering = unsafe words.rendering, frame >= 0,
      cycle.frameCount > 0,
      cycle.frameCount <= (unsafe rendering.pointee.renderer.pointee.frameCapacity)
    else {
      unsafe rest(cycle, ports, moment, hasBegun: frame >= 0)
      words.countCycle()
      return false
    }
    unsafe rendering.pointee.setMusic(
      moment.transport, transport, at: frame, frameCount: cycle.frameCount)
    unsafe takeInputs(cycle, ports, rendering)
    let limit = unsafe moment.limit(began: began, share: rendering.pointee.deadlineShare)
    started = unsafe Started(
      ports: ports, rendering: rendering, began: began, limit: limit, course: course,
      moment: moment)
    unsafe rendering.pointee.renderer.pointee.prepare(
      frameCount: cycle.frameCount, until: limit, isRealtime: !engine.isFreewheeling)
    return true
  }

  /// Wakes the extension of a prepared cycle.
  ///
  /// Thread: render.
  @_noLocks
  func start() { unsafe started?.rendering.pointee.renderer.pointee.start() }

  /// Waits for the extension of the cycle that has begun, and writes the outputs.
  ///
  /// `since` is when the thread turned to this client: at the begin of the cycle, or later if it
  /// has served other clients meanwhile.
  ///
  /// Thread: render.
  @_noLocks
  mutating func finish(_ cycle: inout JACKCycle, since: MonotonicTime) {
    guard let started else { return }
    self.started = nil
    let (ports, rendering) = unsafe (started.ports, started.rendering)
    unsafe rendering.pointee.renderer.pointee.finish()
    let course = started.course
    unsafe putOutputs(cycle, ports, rendering, course)
    unsafe record(
      cycle, ports, sampleRate: rendering.pointee.sampleRate, until: started.freewheelEnd)
    if course.isStopping {
      unsafe releaseNotes(&cycle, ports)
      words.hasFaded = true
    } else if course.isToFade {
      if !words.isFadedOut { unsafe endNotes(&cycle, ports) }
    } else {
      unsafe putMIDI(&cycle, ports, rendering)
    }
    words.isFadedOut = course.isToFade
    finished = Finished(started, since: since, ended: .now)
  }

  /// Notes the finished cycle, gives it to shadows, and counts it; does nothing if no cycle was
  /// finished.
  ///
  /// Thread: render, after JACK has the outputs, so that it delays no other client.
  /// - Returns: The time for the thread's alarm in the next cycle; 0 for none.
  @_noLocks
  mutating func settle() -> UInt64 {
    guard let finished else { return 0 }
    self.finished = nil
    let renderer = unsafe finished.rendering.pointee.renderer
    note(finished)
    let alarmTime = unsafe renderer.pointee.alarmTime(began: finished.began)
    unsafe renderer.pointee.settle()
    words.countCycle()
    return alarmTime
  }

  /// Notes how long the thread was busy with the client: in `begin`, and since it returned to it.
  @_noLocks
  private func note(_ finished: Finished) {
    let renderer = unsafe finished.rendering.pointee.renderer
    let isLate =
      unsafe finished.ended >= finished.limit && renderer.pointee.hasMissedCycle
    let nanoseconds = finished.ended.nanoseconds &- finished.since.nanoseconds
    words.cycles.note(began: finished.began, nanoseconds: nanoseconds, isLate: isLate)
    statistics.countCycle(
      sampleTime: unsafe renderer.pointee.sampleTime, began: finished.began,
      nanoseconds: nanoseconds)
  }

  /// Outputs silence, listens and records its input while there is nothing to render.
  @_noLocks
  private mutating func rest(
    _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>, _ moment: CycleMoment,
    hasBegun: Bool
  ) {
    for index in 0..<(unsafe ports.pointee.midiInputCount) {
      unsafe takeMIDI(cycle, ports.pointee.midiInput(index), nil)
    }
    for index in 0..<(unsafe ports.pointee.audioOutputCount) {
      cycle.silence(unsafe ports.pointee.audioOutput(index).port)
    }
    if hasBegun, cycle.frameCount > 0, let tap, tap.takesInputs {
      unsafe record(cycle, ports, sampleRate: words.sampleRate, until: moment.freewheelEnd)
    }
    words.isFadedOut = words.isToFade
    if engine.isStopRequested || words.isLeaving { words.hasFaded = true }
  }
}

// MARK: - Audio

extension GraphClientState {
  /// The output of a cycle.
  struct Course: BitwiseCopyable {
    /// Whether the client is about to end, and whether it is to be silent.
    let isStopping: Bool
    let isToFade: Bool
    let sound: Sound

    enum Sound: BitwiseCopyable {
      case asItIs
      case fadingOut
      case silent
      case fadingIn
    }

    @_noLocks
    init(isStopping: Bool, isToFade: Bool, hasFaded: Bool, isFadedOut: Bool) {
      self.isStopping = isStopping
      self.isToFade = isToFade
      if hasFaded || (isToFade && isFadedOut) || (isStopping && isFadedOut) {
        sound = .silent
      } else if isStopping || isToFade {
        sound = .fadingOut
      } else {
        sound = isFadedOut ? .fadingIn : .asItIs
      }
    }

    /// Whether the ports get what the graph renders.
    var isAsItIs: Bool { @_noLocks get { if case .asItIs = sound { true } else { false } } }
  }

  /// The output of the next cycle.
  var course: Course {
    @_noLocks get {
      Course(
        isStopping: engine.isStopRequested || words.isLeaving, isToFade: words.isToFade,
        hasFaded: words.hasFaded, isFadedOut: words.isFadedOut)
    }
  }
}

extension GraphClientState {
  @_noLocks
  func takeInputs(
    _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>,
    _ rendering: UnsafeMutablePointer<GraphRendering>
  ) {
    let renderer = unsafe rendering.pointee.renderer
    for index in 0..<(unsafe ports.pointee.audioInputCount) {
      let input = unsafe ports.pointee.audioInput(index)
      guard unsafe input.channel < rendering.pointee.inputChannelCount else { continue }
      unsafe cycle.copyInput(input.port, to: renderer.pointee.externalSamples(input.channel))
    }
    for index in 0..<(unsafe ports.pointee.midiInputCount) {
      unsafe takeMIDI(cycle, ports.pointee.midiInput(index), renderer)
    }
  }

  @_noLocks
  private func putOutputs(
    _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>,
    _ rendering: UnsafeMutablePointer<GraphRendering>, _ course: Course
  ) {
    let renderer = unsafe rendering.pointee.renderer
    for index in 0..<(unsafe ports.pointee.audioOutputCount) {
      let output = unsafe ports.pointee.audioOutput(index)
      guard unsafe output.channel < rendering.pointee.outputChannelCount else {
        cycle.silence(output.port)
        continue
      }
      let samples = unsafe renderer.pointee.mixSamples(output.channel)
      switch course.sound {
      case .asItIs: unsafe cycle.copyOutput(samples, to: output.port)
      case .fadingOut: unsafe cycle.fadeOutput(samples, to: output.port)
      case .silent: cycle.silence(output.port)
      case .fadingIn: unsafe cycle.raiseOutput(samples, to: output.port)
      }
      output.guardian?.hold(output.port, in: cycle)
    }
  }
}

// MARK: - Recording

extension GraphClientState {
  @_noLocks
  private mutating func record(
    _ cycle: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>, sampleRate: Double,
    until end: MonotonicTime?
  ) {
    guard var tap else { return }
    let isRecorded = unsafe tap.record(cycle, ports, sampleRate: sampleRate, until: end)
    self.tap = tap
    if !isRecorded { statistics.countUnrecorded(frames: cycle.frameCount) }
  }
}

// MARK: - MIDI

extension GraphClientState {
  /// Clears the MIDI outputs and writes waiting messages.
  @_noLocks
  func beginMIDI(_ cycle: inout JACKCycle, _ ports: UnsafeMutablePointer<PortSet>) {
    for index in 0..<(unsafe ports.pointee.midiOutputCount) {
      let output = unsafe ports.pointee.midiOutput(index)
      var midi = cycle.midiOutput(output.port)
      midi.clear()
      unsafe output.queue.pointee.drain(to: &midi, frameOffset: 0)
    }
  }

  /// Reads a port's messages at their frames, also for clients that only listen.
  @_noLocks
  private func takeMIDI(
    _ cycle: borrowing JACKCycle, _ port: PortSet.MIDIInput,
    _ renderer: UnsafeMutablePointer<Renderer>?
  ) {
    if unsafe renderer != nil || port.number < 0, port.release.take() {
      while let end = unsafe port.reader.pointee.release() {
        unsafe deliver(end, at: 0, from: port, renderer)
      }
    }
    let input = cycle.midiInput(port.port)
    words.countLost(input.lostCount)
    var frameOffset = 0
    for index in 0..<input.count {
      let message = input.event(at: index)
      // Another program has written it, and the extension requires the order of time.
      frameOffset = max(frameOffset, min(message.frameOffset, cycle.frameCount - 1))
      for byte in 0..<message.count {
        guard let batch = unsafe port.reader.pointee.take(message[byte]) else { continue }
        for number in 0..<batch.count {
          unsafe deliver(batch[number], at: frameOffset, from: port, renderer)
        }
      }
    }
  }

  @_noLocks
  private func deliver(
    _ packet: UMP, at frameOffset: Int, from port: PortSet.MIDIInput,
    _ renderer: UnsafeMutablePointer<Renderer>?
  ) {
    if let renderer = unsafe renderer, port.number >= 0 {
      unsafe renderer.pointee.send(
        TimedEvent(
          frameOffset: UInt32(truncatingIfNeeded: frameOffset), payload: .midi(packet)),
        toInput: port.number)
    }
    arrivals?.write(packet, from: port.node)
  }

  /// Writes the graph's MIDI output, each message to the ports for its group.
  @_noLocks
  private func putMIDI(
    _ cycle: inout JACKCycle, _ ports: UnsafeMutablePointer<PortSet>,
    _ rendering: UnsafeMutablePointer<GraphRendering>
  ) {
    let renderer = unsafe rendering.pointee.renderer
    for index in 0..<(unsafe renderer.pointee.outputEventCount) {
      let event = unsafe renderer.pointee.outputEvent(index)
      guard case .midi(let packet) = event.payload else { continue }
      let number = unsafe renderer.pointee.outputNumber(index)
      let frameOffset = min(Int(event.frameOffset), cycle.frameCount - 1)
      let messages = MIDI2ToMIDI1Translator().translate(packet)
      for index in 0..<(unsafe ports.pointee.midiOutputCount) {
        let output = unsafe ports.pointee.midiOutput(index)
        guard output.number == number, output.group < 0 || output.group == Int(packet.group) else {
          continue
        }
        var midi = cycle.midiOutput(output.port)
        for message in 0..<messages.count {
          let isPut = unsafe output.queue.pointee.put(
            messages[message], frameOffset: frameOffset, to: &midi)
          if !isPut { words.countLost(1) }
        }
      }
    }
  }

  /// Releases all notes, once.
  @_noLocks
  private mutating func releaseNotes(
    _ cycle: inout JACKCycle, _ ports: UnsafeMutablePointer<PortSet>
  ) {
    guard !isReleased else { return }
    isReleased = true
    unsafe endNotes(&cycle, ports)
  }

  /// Releases all notes.
  @_noLocks
  private func endNotes(_ cycle: inout JACKCycle, _ ports: UnsafeMutablePointer<PortSet>) {
    for index in 0..<(unsafe ports.pointee.midiOutputCount) {
      var midi = cycle.midiOutput(unsafe ports.pointee.midiOutput(index).port)
      midi.releaseNotes()
    }
  }
}

// MARK: - The process thread

/// The context of a graph client's process thread: the lasting state, and the current client.
@safe struct GraphProcessor {
  let state: UnsafeMutablePointer<GraphClientState>
  let handle: JACKRenderHandle

  /// `state` must outlive the client of `handle`.
  @_noLocks
  init(_ state: UnsafeMutablePointer<GraphClientState>, handle: JACKRenderHandle) {
    unsafe self.state = state
    self.handle = handle
  }

  /// Runs one cycle.
  ///
  /// Thread: render.
  @_noLocks
  func runCycle() {
    run(frameCount: handle.waitForCycle())
  }

  /// Runs the cycle for which JACK has just let the client begin; what follows the outputs delays no
  /// other client.
  ///
  /// Thread: render.
  @_noLocks
  func run(frameCount: UInt32) {
    var cycle = unsafe JACKCycle(unsafeHandle: handle, frameCount: frameCount)
    unsafe state.pointee.process(&cycle)
    handle.endCycle()
    setAlarm(unsafe state.pointee.settle())
  }
}

/// Sets the calling thread's alarm; 0 leaves it as it is.
///
/// Thread: render, when nothing of the cycle is left to do.
@_noLocks
func setAlarm(_ time: UInt64) {
  if time > 0 { tenuto_set_alarm(time) }
}

/// The process thread; its argument is a `GraphProcessor`.
@_noLocks
func runGraph(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context?.assumingMemoryBound(to: GraphProcessor.self) else {
    return nil
  }
  while true { unsafe context.pointee.runCycle() }
}
