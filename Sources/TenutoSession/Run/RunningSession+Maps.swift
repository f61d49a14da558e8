internal import Synchronization
public import TenutoMIDI
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

extension RunningSession {
  /// Has the next controller that moves, within 30 s, move a parameter from then on; returns at
  /// once.
  public func learn(node: String, parameter: String) throws(SessionEditError) {
    _ = try settable(parameter, of: node)
    let learning = Learning(
      node: node, parameter: parameter, deadline: .after(milliseconds: Self.learnLimit))
    state.withLock { $0.learning = learning }
  }

  private static var learnLimit: UInt64 { 30_000 }

  /// Takes a packet that came in by MIDI, off the render thread: it may move parameters.
  ///
  /// `input` is the MIDI input node that it came in at; nil where that is not known.
  public func take(_ packet: UMP, from input: String? = nil) {
    if let move = ControllerMove(packet, input: input) { take(move) }
  }

  /// Takes a controller's move: it may move parameters, or be learned.
  public func take(_ move: ControllerMove) {
    learn(move)
    for map in state.withLock(\.session.maps) where map.isMeant(by: move) {
      guard let (_, parameter) = try? settable(map.parameter, of: map.node) else { continue }
      _ = try? set(
        map.parameter, of: map.node, to: map.value(at: move.position, of: parameter),
        waits: false, isStep: false)
    }
  }

  /// Takes what comes in at the engine's MIDI inputs, as long as the session lives.
  func listenToMIDI() {
    let engine = engine
    DetachedThread.startOrTrap { [weak self] in
      while let arrivals = engine.takeMIDI(milliseconds: Self.listeningTime) {
        guard let self, !self.state.withLock(\.isEnded) else { return }
        self.take(arrivals)
      }
    }
  }

  /// Milliseconds after which a thread that listens sees whether the session is still there.
  private static var listeningTime: UInt64 { 500 }

  private func take(_ arrivals: MIDIArrivals) {
    let names = state.withLock { state in
      Dictionary(uniqueKeysWithValues: state.nodes.map { ($1.id, $0) })
    }
    for arrival in arrivals.packets { take(arrival.packet, from: names[arrival.node]) }
    guard arrivals.lostCount > 0 else { return }
    changes.tell(
      .notice("\(arrivals.lostCount) MIDI messages came too fast to move parameters"))
  }

  private func learn(_ move: ControllerMove) {
    let learning = state.withLock { state in
      defer { state.learning = nil }
      return state.learning
    }
    guard let learning, MonotonicTime.now < learning.deadline else { return }
    var map = ControllerMap(
      controller: move.controller, node: learning.node, parameter: learning.parameter)
    map.channel = move.channel
    map.input = move.input
    let learned = map
    do throws(SessionEditError) {
      try replaceMaps(of: learned)
      changes.tell(.learned(learned))
    } catch {
      changes.tell(.notice(error.message))
    }
  }

  /// A parameter that is learned anew is moved by the new controller alone.
  private func replaceMaps(of map: ControllerMap) throws(SessionEditError) {
    let old = session.maps.filter { $0.node == map.node && $0.parameter == map.parameter }
    for old in old where !old.hasSamePlace(as: map) { try remove(old) }
    try add(map)
  }
}
