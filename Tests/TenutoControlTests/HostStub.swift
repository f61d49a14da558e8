import Foundation
import Synchronization
import TenutoComponents
import TenutoMIDI
import TenutoRender

@testable import TenutoControl

/// A host with two nodes and a session that accepts and records every request.
final class HostStub: ControlledHost {
  let delay = NodeStub("delay")
  let sawtooth = NodeStub("sawtooth")
  private let ring = LogRing()
  private let content = SessionStub()
  private let observers = Mutex<[UInt64: @Sendable (ChangeRecord) -> Void]>([:])
  private let settled = Atomic(0)
  private let level = Mutex<[String: Double]>([:])

  init(records: Int = 0) {
    for number in 0..<records { log("\(number)") }
  }

  /// Logs something.
  func log(_ message: String) {
    ring.append(
      LogRecord(
        number: 0, time: 0, level: "info", label: "test", message: message, metadata: [:]))
  }

  /// The requests to the session.
  var calls: [String] { content.calls.all }
  /// Number of calls of `settle`.
  var settleCount: Int { settled.load(ordering: .relaxed) }
  var observerCount: Int { observers.withLock { $0.count } }
  func setLevels(_ levels: [String: Double]) { level.withLock { $0 = levels } }

  /// Sends a change to every observer.
  func send(_ kind: String, _ node: String, _ parameter: String? = nil, _ value: Double? = nil) {
    var change = ChangeRecord(kind, node: node)
    (change.parameter, change.value) = (parameter, value)
    for observer in observers.withLock({ Array($0.values) }) { observer(change) }
  }

  var nodeNames: [String] { ["sawtooth", "delay"] }
  func node(named name: String) -> (any ControlledNode)? {
    [delay, sawtooth].first { $0.name == name }
  }
  func log(since number: UInt64) -> [LogRecord] { ring.records(since: number) }
  func components() -> [ComponentEntry] {
    [
      ComponentEntry(
        code: "aufx dely Tnto", name: "Delay", manufacturer: "Tenuto", summary: "An echo.",
        tags: ["Delay"])
    ]
  }
  var session: any ControlledSession { content }
  func jackPorts() throws(RequestError) -> JACKPortsRecord {
    JACKPortsRecord(ports: [], connections: [])
  }
  func setJACKConnection(
    _ connection: JACKConnectionRequest, isConnected: Bool
  ) throws(RequestError) {
    content.calls.note("jack \(connection.from) \(connection.to) \(isConnected)")
  }
  /// The played notes, and the current listeners by node, `-` for the output of all.
  private let playedPackets = Mutex<[UMP]>([])
  private let monitors = Mutex<[(monitor: GraphMonitor, node: String)]>([])
  var played: [UMP] { playedPackets.withLock(\.self) }
  var listeners: [(monitor: GraphMonitor, node: String)] { monitors.withLock(\.self) }

  func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void {
    monitors.withLock { $0.append((monitor, node ?? "-")) }
    return { self.monitors.withLock { $0.removeAll { $0.monitor === monitor } } }
  }
  func play(_ packet: UMP, at node: String) throws(RequestError) {
    playedPackets.withLock { $0.append(packet) }
  }

  func settle() throws(RequestError) { settled.wrappingAdd(1, ordering: .relaxed) }
  func levels() -> [String: Double] { level.withLock { $0 } }

  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 {
    observers.withLock { observers in
      let key = (observers.keys.max() ?? 0) + 1
      observers[key] = receive
      return key
    }
  }
  func forget(_ observer: UInt64) { observers.withLock { $0[observer] = nil } }

  func status() -> HostStatus {
    var status = HostStatus(version: "1", name: "stub", pid: getpid(), engine: "clock")
    // NaN must not break the encoding of an answer.
    status.load = .nan
    status.nodes = [sawtooth.status(), delay.status()]
    return status
  }
}

/// The requests, in order.
final class CallList: Sendable {
  private let said = Mutex<[String]>([])
  var all: [String] { said.withLock { $0 } }
  func note(_ call: String) { said.withLock { $0.append(call) } }
}

/// A node that records requests.
final class NodeStub: ControlledNode {
  let name: String
  private let list = CallList()
  private let count = Atomic(0)
  var calls: [String] { list.all }
  /// Values scheduled for the next cycle.
  var scheduledCount: Int { count.load(ordering: .relaxed) }

  init(_ name: String) { self.name = name }

  func status() -> NodeStatus {
    NodeStatus(name: name, component: "aufx dely Tnto", title: "Delay", condition: "playing")
  }
  func retry() throws(RequestError) { list.note("retry") }
  func restart() throws(RequestError) { throw RequestError(504, "It does not start.") }
  func setBypass(_ isBypassed: Bool) throws(RequestError) { list.note("bypass \(isBypassed)") }
  func unmute() throws(RequestError) { list.note("unmute") }
  func setMute(_ isMuted: Bool) throws(RequestError) { list.note("mute \(isMuted)") }
  func setTiming(_ timing: String) throws(RequestError) { list.note("timing \(timing)") }
  func replay(bundle: String) throws(RequestError) -> ReplayAnswer {
    list.note("replay \(bundle)")
    return ReplayAnswer(isRepeated: true, message: "It ended again.")
  }
  func setLoop(_ isLooped: Bool) throws(RequestError) { list.note("loop \(isLooped)") }
  func setSpare(_ spare: String) throws(RequestError) { list.note("spare \(spare)") }
  func load(preset name: String) throws(RequestError) { list.note("preset \(name)") }
  func save(preset name: String, overwrites: Bool) throws(RequestError) {
    if name == "Slap", !overwrites { throw RequestError(409, "There is a preset of that name.") }
    list.note("save \(name) \(overwrites)")
  }
  func delete(preset name: String) throws(RequestError) { list.note("delete \(name)") }
  func compare() throws(RequestError) -> String {
    list.note("compare")
    return "B"
  }
  func copyComparison() throws(RequestError) -> String {
    list.note("copy")
    return "B"
  }
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try check(parameter)
    list.note("set \(parameter) \(value)")
    return min(value, 100)
  }
  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try check(parameter)
    count.wrappingAdd(1, ordering: .relaxed)
    return min(value, 100)
  }
  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double {
    try check(parameter)
    list.note("ramp \(parameter) \(value) \(seconds)")
    return min(value, 100)
  }
  func parameters() throws(RequestError) -> [ParameterRecord] {
    [
      ParameterRecord(
        id: "mix", name: "Mix", unit: "percent", minimum: 0, maximum: 100, initial: 30, value: 30,
        text: "30 %", isReadOnly: false, valueNames: []),
      ParameterRecord(
        id: "cutoff", name: "Cutoff", unit: "hertz", minimum: 20, maximum: 20000, initial: 800,
        value: 800, text: "800 Hz", isReadOnly: false, valueNames: []),
      ParameterRecord(
        id: "sync", name: "Sync", unit: "indexed", minimum: 0, maximum: 2, initial: 0, value: 0,
        text: "Off", isReadOnly: false, valueNames: ["Off", "1/8", "1/4"]),
    ]
  }

  func presets() throws(RequestError) -> [PresetRecord] {
    [PresetRecord(name: "Slap", isUser: false)]
  }

  private func check(_ parameter: String) throws(RequestError) {
    guard ["mix", "cutoff", "sync"].contains(parameter) else {
      throw RequestError(404, "There is no parameter '\(parameter)'; known are: mix.")
    }
  }
}

/// A session that records requests.
final class SessionStub: ControlledSession {
  let calls = CallList()

  func content() -> SessionRecord {
    SessionRecord(
      name: "song", path: "/song.yaml", isEdited: true, nodes: [],
      connections: [LinkRecord(from: "sawtooth", to: "delay")],
      maps: [MapRecord(controller: 74, node: "delay", parameter: "mix")])
  }
  var transport: TransportRecord {
    TransportRecord(
      isPlaying: calls.all.last != "stop", seconds: 16, beat: 32, measure: 9, beatOfMeasure: 1,
      tempo: 120, meter: "4/4", duration: 60, isLooping: false)
  }
  func setPlaying(_ isPlaying: Bool) throws(RequestError) {
    calls.note(isPlaying ? "play" : "stop")
  }
  func locate(_ place: LocateRequest) throws(RequestError) {
    guard let measure = place.measure else { throw RequestError(400, "Name a measure.") }
    calls.note("locate \(measure)")
  }
  func add(_ order: NodeOrder) throws(RequestError) -> String {
    guard let component = order.component else {
      throw RequestError(400, "A node needs a component.")
    }
    calls.note("add \(component)")
    return order.name ?? "delay2"
  }
  func remove(_ node: String) throws(RequestError) { calls.note("remove \(node)") }
  func rename(_ node: String, to name: String) throws(RequestError) {
    calls.note("rename \(node) \(name)")
  }
  func setPlaces(_ places: [String: [Int]]) throws(RequestError) {
    calls.note("place \(places.keys.sorted().joined(separator: " "))")
  }
  func connect(_ link: LinkRecord) throws(RequestError) {
    guard link.from != link.to else {
      throw RequestError(409, "That would be a cycle: \(link.from) → \(link.to).")
    }
    calls.note("connect \(link.from) \(link.to)")
  }
  func disconnect(_ link: LinkRecord) throws(RequestError) {
    calls.note("disconnect \(link.from) \(link.to)")
  }
  func add(_ map: MapRecord) throws(RequestError) { calls.note("map \(map.controller)") }
  func remove(_ map: MapRecord) throws(RequestError) { calls.note("unmap \(map.controller)") }
  func learn(node: String, parameter: String) throws(RequestError) {
    calls.note("learn \(node) \(parameter)")
  }
  func save(to path: String?) throws(RequestError) -> String {
    calls.note("save \(path ?? "-")")
    return path ?? "/song.yaml"
  }
  func undo() throws(RequestError) -> String {
    calls.note("undo")
    return "Added delay."
  }
  func redo() throws(RequestError) -> String {
    throw RequestError(409, "Nothing was taken back.")
  }
}
