internal import TenutoProcess
package import TenutoTransport

/// Handing on from the only extension of one graph to that of another, which one thread renders:
/// JACK's clients.
///
/// The engine knows before the first extension begins that the second graph's input will be the
/// first one's output. It then prepares the second graph's cycle behind the first one's, with
/// `prepare(behind:)`, and hands it its own input with `arrive` once the first graph is finished.
extension Renderer {
  /// The graph behind which a cycle was prepared.
  struct Relay: BitwiseCopyable {
    /// The extension that may hand on, and its cycle; nil if the graph has the engine's input.
    var port: HostPort?
    var cycle: UInt32 = 0
    /// The channels that it hands on.
    var map = ChannelMap()
    /// Whether the extension follows in this cycle.
    var isHandedOn = false
    /// Whether another graph's extension follows in this cycle, and reads the output at any time.
    var handsOn = false

    @_noLocks init() {}
  }

  /// The slot of the only extension of a graph, or −1.
  private var onlySlot: Int {
    @_noLocks get { unsafe plan.memberCount == 1 && plan.levelCount == 1 ? plan.members[0] : -1 }
  }

  /// The output channel of the only extension that becomes the engine's output `channel`
  /// unchanged; nil if something else does.
  ///
  /// Thread: render. After `prepare`.
  @_noLocks
  package func handedOnChannel(_ channel: Int) -> Int? {
    let slot = onlySlot
    guard slot >= 0, channel < outputChannelCount else { return nil }
    let range = plan.mix.range(channel)
    guard range.count == 1, isDirect(range, plan.mix.source(range.lowerBound)) else { return nil }
    let samples = unsafe plan.mix.source(range.lowerBound).samples
    for own in 0..<(unsafe slots[slot].role.outputCount)
    where unsafe slots[slot].role.outputs[own] == samples {
      return own
    }
    return nil
  }

  /// The number of input channels of the only extension; nil without one.
  ///
  /// Thread: render.
  package var relayedChannelCount: Int? {
    @_noLocks get {
      let slot = onlySlot
      return unsafe slot >= 0 ? slots[slot].port.inputChannelCount : nil
    }
  }

  /// The channel of the engine's input that the only extension gets unchanged in its `channel`, or
  /// −1 for none; nil if it gets something else.
  ///
  /// Thread: render. Between cycles.
  @_noLocks
  package func externalChannel(of channel: Int) -> Int? {
    let table = unsafe slots[onlySlot].role.inputs
    let range = table.range(channel)
    if range.isEmpty { return -1 }
    guard isDirect(range, table.source(range.lowerBound)) else { return nil }
    let samples = unsafe table.source(range.lowerBound).samples
    for other in 0..<externalChannelCount
    where unsafe external + other * frameCapacity == samples {
      return other
    }
    return nil
  }

  /// Whether the only extension has been linked to that of `other` with this map, so that
  /// `prepare(behind:)` may hand on.
  ///
  /// Thread: render. Between cycles; after `prepare` of `other`.
  @_noLocks
  package func isLinked(behind other: borrowing Renderer, _ map: ChannelMap) -> Bool {
    let (slot, before) = (onlySlot, other.onlySlot)
    guard slot >= 0, before >= 0 else { return false }
    return unsafe slots[slot].port.isLinked(behind: other.slots[before].port, map)
  }

  /// Prepares the next cycle before the engine's input is known; `arrive` must follow.
  ///
  /// Thread: render. After `prepare` of `other`, before its `start`.
  /// - Parameters:
  ///   - other: The graph whose output will be the engine's input.
  ///   - map: Which of its extension's outputs become this one's inputs.
  ///   - frameCount: Frames in this cycle.
  ///   - limit: When the host stops waiting.
  ///   - isRealtime: Whether rendering is in real time.
  /// - Returns: Whether the extension renders as soon as that of `other`, which must wake it.
  @_noLocks
  package mutating func prepare(
    behind other: borrowing Renderer, _ map: ChannelMap, frameCount: Int,
    until limit: MonotonicTime, isRealtime: Bool
  ) -> Bool {
    relay = Relay()
    open(frameCount: frameCount, until: limit, isRealtime: isRealtime)
    let (slot, before) = (onlySlot, other.onlySlot)
    guard slot >= 0, before >= 0 else { return false }
    relay.port = unsafe other.slots[before].port
    relay.cycle = other.cycle
    relay.map = map
    unsafe slots[slot].fastPath.isActive = false
    orderLate()
    setSleepWord(slot)
    guard unsafe other.slots[before].isAsked, other.mayLeadRelay(frameCount: frameCount),
      follow(slot)
    else { return false }
    relay.isHandedOn = true
    start(depth: 0)
    return true
  }

  /// Whether what follows the only extension gets its output unaltered.
  @_noLocks
  private func mayLeadRelay(frameCount: Int) -> Bool {
    let slot = onlySlot
    return unsafe !isEntering && !isLeading && !isLogged(slot)
      && slots[slot].isHeardUnaltered(frameCount: frameCount)
  }

  /// Whether an extension may sleep on the word of the one behind which this cycle was prepared.
  @_noLocks
  func mayRelay(to slot: Int) -> Bool {
    guard let port = relay.port, unsafe slots[slot].delay == nil, !isLogged(slot) else {
      return false
    }
    return unsafe slots[slot].port.isLinked(behind: port, relay.map)
  }

  /// Asks an extension that sleeps on another's word; returns false if it does not.
  @_noLocks
  private func follow(_ slot: Int) -> Bool {
    // MIDI passes through the host nodes, which run in `arrive`.
    guard !isEntering, !isLeading, unsafe slots[slot].role.midi.count == 0, mayRelay(to: slot),
      unsafe slots[slot].isPlain,
      unsafe slots[slot].begin(cycle), unsafe slots[slot].port.follows(done: slots[slot].doneCycle)
    else { return false }
    askFollower(slot, behind: relay.cycle, head: slot, frameCount: frameCount)
    return true
  }

  /// Sets whether the only extension wakes the one prepared behind it.
  ///
  /// Thread: render. After `prepare`, before the extension is started.
  @_noLocks
  package mutating func setHandingOn(_ handsOn: Bool) {
    relay.handsOn = handsOn
    let slot = onlySlot
    if slot >= 0 { unsafe slots[slot].port.setHandingOn(handsOn) }
  }

  /// Takes the engine's input of a cycle that was prepared behind another graph's, which is
  /// finished.
  ///
  /// An extension whose predecessor has not answered renders silence in place of its input.
  ///
  /// Thread: render. Before `finish`. `limit` replaces the one of `prepare`.
  @_noLocks
  package mutating func arrive(until limit: MonotonicTime) {
    self.limit = limit
    guard relay.isHandedOn else {
      takeInput()
      return start()
    }
    keepInputs(frameCount: frameCount)
    runHosts(level: 0, frameCount: frameCount)
    let slot = onlySlot
    if slot >= 0, let port = relay.port, !port.hasDone(relay.cycle) { release(slot, tail: slot) }
  }
}
