internal import TenutoJACK
internal import TenutoRender
internal import TenutoTransport

/// Handing on from the extension of one client to that of the next, on the runner's thread.
///
/// JACK knows at the start of a cycle which ports are connected, and gives an input with a single
/// connection the memory of the output itself. So the runner sees, before the first client's
/// extension begins, that its output will be all of the next client's input. It prepares both
/// cycles, and the extensions render one after the other without the host. JACK then activates the
/// second client as usual, and finds its output ready.
extension GraphClientState {
  /// Prepares the cycle of the client that gets all its input from `lead`.
  ///
  /// Has no effect if it gets anything else; otherwise a cycle has `started`, and `arrive` must
  /// follow.
  ///
  /// Thread: render. After `prepare` of `lead`, before its `start`.
  /// - Parameters:
  ///   - lead: The client whose output may be all the input.
  ///   - cycle: The cycle of `lead`.
  ///   - own: The same cycle, of this client.
  ///   - moment: JACK's times of it.
  ///   - began: The time now.
  /// - Returns: Whether its extension renders as soon as that of `lead`, which must wake it.
  @_noLocks
  mutating func prepare(
    behind lead: UnsafeMutablePointer<GraphClientState>, in cycle: borrowing JACKCycle,
    _ own: borrowing JACKCycle, _ moment: CycleMoment, at began: MonotonicTime
  ) -> Bool {
    guard let other = unsafe lead.pointee.started, other.course.isAsItIs,
      let ports = unsafe words.ports, let rendering = unsafe words.rendering,
      unsafe cycle.frameCount <= rendering.pointee.renderer.pointee.frameCapacity
    else { return false }
    let renderer = unsafe rendering.pointee.renderer
    let source = unsafe other.rendering.pointee.renderer
    guard let map = unsafe map(own, ports, renderer, behind: cycle, other.ports, source),
      unsafe renderer.pointee.isLinked(behind: source.pointee, map)
    else { return false }
    unsafe rendering.pointee.setMusic(
      moment.transport, transport, at: transport.frame(moment.frameTime),
      frameCount: cycle.frameCount)
    started = unsafe Started(
      ports: ports, rendering: rendering, began: began, limit: other.limit, course: course,
      moment: moment)
    return unsafe renderer.pointee.prepare(
      behind: source.pointee, map, frameCount: cycle.frameCount, until: other.limit,
      isRealtime: !engine.isFreewheeling)
  }

  /// Sets whether its extension wakes the one that was prepared behind it.
  ///
  /// Thread: render. After `prepare`, before the first extension of the chain is started.
  @_noLocks
  func setHandingOn(_ handsOn: Bool) {
    unsafe started?.rendering.pointee.renderer.pointee.setHandingOn(handsOn)
  }

  /// Takes the input of a cycle that was prepared behind another client's, which is finished.
  ///
  /// Thread: render. Before `finish`.
  /// - Returns: Whether it is the cycle that was prepared; if not, that one is over.
  @_noLocks
  mutating func arrive(
    _ cycle: inout JACKCycle, _ moment: CycleMoment, at now: MonotonicTime
  ) -> Bool {
    guard var started else { return false }
    guard started.frameTime == moment.frameTime else {
      abandon()
      return false
    }
    unsafe beginMIDI(&cycle, started.ports)
    unsafe takeInputs(cycle, started.ports, started.rendering)
    started.limit = unsafe moment.limit(
      began: now, share: started.rendering.pointee.deadlineShare)
    self.started = started
    unsafe started.rendering.pointee.renderer.pointee.arrive(until: started.limit)
    return true
  }

  /// Ends a cycle that was prepared, but not begun by JACK; its output is lost.
  ///
  /// Thread: render.
  @_noLocks
  mutating func abandon() {
    guard let started else { return }
    self.started = nil
    let renderer = unsafe started.rendering.pointee.renderer
    unsafe renderer.pointee.arrive(until: started.limit)
    unsafe renderer.pointee.finish()
    unsafe renderer.pointee.settle()
    words.countCycle()
  }

  /// The channels that the extension of another client will hand on; nil if this client's
  /// extension gets anything else, or anything else gets that output.
  @_noLocks
  private func map(
    _ own: borrowing JACKCycle, _ ports: UnsafeMutablePointer<PortSet>,
    _ renderer: UnsafeMutablePointer<Renderer>, behind cycle: borrowing JACKCycle,
    _ others: UnsafeMutablePointer<PortSet>, _ other: UnsafeMutablePointer<Renderer>
  ) -> ChannelMap? {
    guard let channelCount = unsafe renderer.pointee.relayedChannelCount else { return nil }
    for index in 0..<(unsafe ports.pointee.midiInputCount)
    where unsafe ports.pointee.midiInput(index).port.connectionCount != 0 {
      return nil
    }
    for index in 0..<(unsafe others.pointee.midiOutputCount)
    where unsafe others.pointee.midiOutput(index).port.connectionCount != 0 {
      return nil
    }
    var map = ChannelMap()
    var connectionCount = 0
    for index in 0..<(unsafe ports.pointee.audioInputCount) {
      let input = unsafe ports.pointee.audioInput(index)
      let count = input.port.connectionCount
      guard count > 0 else { continue }
      guard count == 1, let samples = unsafe own.unsafeSamples(input.port),
        let source = unsafe channel(of: samples, cycle, others, other)
      else { return nil }
      connectionCount += 1
      var isRead = false
      for channel in 0..<channelCount {
        guard let external = unsafe renderer.pointee.externalChannel(of: channel) else {
          return nil
        }
        guard external == input.channel else { continue }
        map.set(channel, to: source)
        isRead = true
      }
      guard isRead else { return nil }
    }
    for index in 0..<(unsafe others.pointee.audioOutputCount) {
      connectionCount -= unsafe others.pointee.audioOutput(index).port.connectionCount
    }
    return connectionCount == 0 ? map : nil
  }

  /// The channel of a client's extension whose output will be in `samples`, unchanged.
  @_noLocks
  private func channel(
    of samples: UnsafeMutablePointer<Float>, _ cycle: borrowing JACKCycle,
    _ ports: UnsafeMutablePointer<PortSet>, _ renderer: UnsafeMutablePointer<Renderer>
  ) -> Int? {
    for index in 0..<(unsafe ports.pointee.audioOutputCount) {
      let output = unsafe ports.pointee.audioOutput(index)
      guard unsafe cycle.unsafeSamples(output.port) == samples else { continue }
      if let guardian = output.guardian, !guardian.hasHeadroom(output.port) { return nil }
      return unsafe renderer.pointee.handedOnChannel(output.channel)
    }
    return nil
  }
}
