internal import Synchronization
public import TenutoMIDI
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

extension RunningSession {
  /// Maps the next controller that moves within 30 s to a parameter; returns at once.
  public func learn(node: String, parameter: String) throws(SessionEditError) {
    _ = try settable(parameter, of: node)
    let learning = Learning(
      node: node, parameter: parameter, deadline: .after(milliseconds: Self.learnLimit))
    state.withLock { $0.learning = learning }
  }

  private static var learnLimit: UInt64 { 30_000 }

  /// Handles an incoming MIDI packet outside the render thread, which may set parameters.
  ///
  /// `input` is the MIDI input node of the packet, or nil if unknown.
  public func take(_ packet: UMP, from input: String? = nil) {
    if let move = ControllerMove(packet, input: input) { take(move) }
  }

  /// Handles a controller's move: it may set parameters, or be learned.
  public func take(_ move: ControllerMove) {
    learn(move)
    for map in state.withLock(\.session.maps) where map.isMeant(by: move) {
      guard let (_, parameter) = try? settable(map.parameter, of: map.node) else { continue }
      _ = try? set(
        map.parameter, of: map.node, to: map.value(at: move.position, of: parameter),
        waits: false, isStep: false)
    }
  }

  /// Handles MIDI of the engine's inputs, as long as the session lives.
  func listenToMIDI() {
    let engine = engine
    DetachedThread.startOrTrap { [weak self] in
      while let arrivals = engine.takeMIDI(milliseconds: Self.listeningTime) {
        guard let self, !self.state.withLock(\.isEnded) else { return }
        self.take(arrivals)
      }
    }
  }

  /// Milliseconds after which the listening thread checks whether the session still exists.
  private static var listeningTime: UInt64 { 500 }

  private func take(_ arrivals: MIDIArrivals) {
    let names = state.withLock { state in
      Dictionary(uniqueKeysWithValues: state.nodes.map { ($1.id, $0) })
    }
    for arrival in arrivals.packets { take(arrival.packet, from: names[arrival.node]) }
    guard arrivals.lostCount > 0 else { return }
    changes.notify(
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
      changes.notify(.learned(learned))
    } catch {
      changes.notify(.notice(error.message))
    }
  }

  /// After learning, only the new controller sets the parameter.
  private func replaceMaps(of map: ControllerMap) throws(SessionEditError) {
    let old = session.maps.filter { $0.node == map.node && $0.parameter == map.parameter }
    for old in old where !old.hasSamePlace(as: map) { try remove(old) }
    try add(map)
  }
}
