internal import TenutoCore
internal import TenutoHost
internal import TenutoMIDI
internal import TenutoTransport

/// Everything that the render thread of a node's client touches.
///
/// It outlives the client: when the server returns, the next client goes on with it.
@safe struct NodeState: ~Copyable {
  let words: NodeWords
  let engine: EngineWords
  let statistics: EngineStatistics
  let place: Place
  let tap: OutputTap?
  private var parser = MIDI1Parser()
  private var translator = MIDI1ToMIDI2Translator()
  private var midiOutputs: NodeMIDIOutputs
  /// Whether the notes that it has put out have been let go of, at the end.
  private var isReleased = false
  /// Frames rendered since the start.
  private var renderedFrames: Int64 = 0

  /// What a node is to the engine.
  struct Place: BitwiseCopyable {
    /// Whether it waits for the song to begin.
    let followsSong: Bool
    /// Whether it gets the song's events.
    let isPlayer: Bool
    /// Whether it is what is heard.
    let isLast: Bool
  }

  init(
    words: NodeWords, engine: EngineWords, statistics: EngineStatistics, place: Place,
    midiOutputCount: Int, tap: OutputTap?
  ) {
    self.words = words
    self.engine = engine
    self.statistics = statistics
    self.place = place
    self.tap = tap
    midiOutputs = NodeMIDIOutputs(count: midiOutputCount)
  }

  /// Forgets messages that are received or sent in part.
  ///
  /// Thread: control, while no client is active.
  mutating func resetMIDI() {
    parser.reset()
    midiOutputs.removeAll()
  }
}

extension NodeState {
  /// Renders one cycle from the ports to the ports.
  ///
  /// Thread: render.
  @_noLocks
  mutating func process(_ cycle: inout JACKCycle, _ ports: borrowing NodePorts) {
    let began = MonotonicTime.now
    // One reading: it must not begin in the middle of a cycle.
    let songEnd = engine.songEnd
    midiOutputs.begin(&cycle, ports)
    if engine.isStopRequested && !isReleased {
      midiOutputs.releaseNotes(&cycle, ports)
      isReleased = true
    }
    guard let rendering = unsafe words.rendering, !place.followsSong || songEnd >= 0,
      cycle.frameCount > 0,
      cycle.frameCount <= (unsafe rendering.pointee.renderer.pointee.frameCapacity)
    else { return rest(cycle, ports) }
    let renderer = unsafe rendering.pointee.renderer
    unsafe rendering.pointee.addContext(
      cycle.transport, songEnd: songEnd, frameCount: cycle.frameCount)
    unsafe takeEvents(cycle, ports, renderer)
    for channel in 0..<ports.inputCount {
      unsafe cycle.copyInput(ports.input(channel), to: renderer.pointee.externalSamples(channel))
    }
    let isFreewheeling = engine.isFreewheeling
    let limit = unsafe cycle.limit(
      began: began, sampleRate: rendering.pointee.sampleRate, share: words.deadlineShare,
      isFreewheeling)
    unsafe renderer.pointee.render(
      frameCount: cycle.frameCount, until: limit, isRealtime: !isFreewheeling)
    if !isReleased { unsafe words.countLost(midiOutputs.put(renderer, to: &cycle, ports)) }
    unsafe putOutput(cycle, ports, renderer)
    words.cycles.note(began: began, limit: limit)
    finish(cycle, ports, songEnd: songEnd, began: began)
  }

  /// Gives silence while there is nothing to render.
  @_noLocks
  private func rest(_ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts) {
    for channel in 0..<ports.outputCount { cycle.silence(ports.output(channel)) }
    if place.isLast && engine.isStopRequested { engine.hasFaded = true }
  }

  /// The port's messages, at their frames.
  @_noLocks
  private mutating func takeEvents(
    _ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts,
    _ renderer: UnsafeMutablePointer<Renderer>
  ) {
    guard let port = ports.midiInput else { return }
    let input = cycle.midiInput(port)
    words.countLost(input.lostCount)
    var frameOffset = 0
    for index in 0..<input.count {
      let message = input.event(at: index)
      // Another program wrote it: the extension's end insists on the order of time.
      frameOffset = max(frameOffset, min(message.frameOffset, cycle.frameCount - 1))
      for byte in 0..<message.count {
        guard let ump = parser.parse(message[byte]) else { continue }
        unsafe send(ump, frameOffset: UInt32(truncatingIfNeeded: frameOffset), to: renderer)
      }
    }
  }

  @_noLocks
  private mutating func send(
    _ ump: UMP, frameOffset: UInt32, to renderer: UnsafeMutablePointer<Renderer>
  ) {
    let batch = translator.translate(ump)
    for index in 0..<batch.count {
      unsafe renderer.pointee.send(
        TimedEvent(frameOffset: frameOffset, payload: .midi(batch[index])), toSlot: 0)
    }
  }

  @_noLocks
  private func putOutput(
    _ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts,
    _ renderer: UnsafeMutablePointer<Renderer>
  ) {
    guard place.isLast && engine.isStopRequested else {
      for channel in 0..<ports.outputCount {
        unsafe cycle.copyOutput(renderer.pointee.mixSamples(channel), to: ports.output(channel))
        ports.holdOutput(channel, in: cycle)
      }
      return
    }
    for channel in 0..<ports.outputCount {
      if engine.hasFaded {
        cycle.silence(ports.output(channel))
      } else {
        unsafe cycle.fadeOutput(renderer.pointee.mixSamples(channel), to: ports.output(channel))
        ports.holdOutput(channel, in: cycle)
      }
    }
    engine.hasFaded = true
  }

  @_noLocks
  private mutating func finish(
    _ cycle: borrowing JACKCycle, _ ports: borrowing NodePorts, songEnd: Int, began: MonotonicTime
  ) {
    renderedFrames &+= Int64(cycle.frameCount)
    if place.isPlayer { engine.delivered = songEnd }
    let end = place.followsSong ? songEnd : Int(truncatingIfNeeded: renderedFrames)
    let total = engine.totalFrames
    if let tap { tap.record(cycle, ports, end: end, total: total) }
    statistics.countCycle(sampleTime: Int64(end), began: began)
    if place.isLast && end >= total { statistics.finish() }
  }
}
