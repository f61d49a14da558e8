import TenutoExtension

/// A component that outputs the values of its parameters, with a unit that records its input.
struct Probe: Kernel {
  static let component = ComponentDescription(
    "aumf prob Test", name: "Probe", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo], outputs: [.stereo], capabilities: [ChannelCapability(-1, 2)],
    parameters: [
      Parameter(0, "a", name: "A", range: 0...10, unit: .seconds, default: 1),
      Parameter(5, "b", name: "B", range: -1...1, default: 0.5),
      Parameter(9, "meter", name: "Meter", range: 0...1, default: 0, flags: .readOnly),
    ], presets: [FactoryPreset(3, name: "Three", values: [ParameterValue(0, 3)])],
    stateVersion: 2)

  var values: (Float, Float) = (0, 0)

  init(_ setup: KernelSetup) {}
  var latency: Int { 17 }
  var tail: Double { Double(values.0) }

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 0, let value): values.0 = value
    case .parameter(address: 5, let value): values.1 = value
    default: break
    }
  }

  @_noLocks mutating func reset() { values.1 = 77 }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    for frame in output.left.indices {
      output.left[frame] = values.0
      output.right[frame] = values.1
    }
    cycle.setParameter(9, to: 2, at: 0)
  }
}

/// The unit of `Probe`: its state is a word, its messages are commands.
final class ProbeUnit: AudioUnit {
  private let host: HostLink
  private var word: [UInt8] = Array("new".utf8)
  private var received: [ParameterValue] = []
  private var tickCount = 0

  init(_ host: HostLink) { self.host = host }

  func encodeState(_ scope: StateScope) -> [UInt8] { scope == .document ? word : [] }
  func encodeState(of preset: FactoryPreset) -> [UInt8] { Array(preset.name.utf8) }

  func decodeState(_ data: [UInt8]) throws(StateError) {
    guard data != Array("bad".utf8) else { throw .refused("the word is bad") }
    word = data
  }

  static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState {
    guard state.version == 1 else { throw .refused("version \(state.version) is too old") }
    var state = state
    state.parameters = state.parameters.map { ParameterValue($0.address, $0.value * 2) }
    return state
  }

  func select(_ preset: FactoryPreset) { word = Array(preset.name.utf8) }
  func didSet(_ parameter: ParameterValue) { received.append(parameter) }
  func text(for parameter: ParameterValue) -> String? {
    parameter.address == 5 ? "b=\(parameter.value)" : nil
  }
  func value(for text: String, of address: ParameterAddress) -> Float? {
    text == "nan" ? .nan : text == "most" ? 99 : nil
  }
  var tickInterval: Double? { 0.001 }
  func tick() { tickCount += 1 }

  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    switch String(decoding: message, as: UTF8.self) {
    case "received":
      defer { received = [] }
      return Array(received.map { "\($0.address)=\($0.value)" }.joined(separator: " ").utf8)
    case "word": return word
    case "name": return Array(host.contextName.utf8)
    case "ticks": return Array("\(tickCount)".utf8)
    case "turn":
      host.beginGesture(0)
      host.setParameter(0, to: 99)
      host.endGesture(0)
      host.stateDidChange()
      host.formatDidChange()
      return []
    case "flood":
      for number in 0..<1000 {
        host.stream([UInt8](repeating: 1, count: 32768))
        host.setParameter(5, to: Float(number) / 1000)
      }
      return []
    case "value": return Array("\(host.value(of: 0)) \(host.value(of: 1))".utf8)
    default: throw MessageRefusal("no such order")
    }
  }
}

/// The same sound without a unit.
struct Plain: Kernel {
  static let component = ComponentDescription(
    "augn plai Test", name: "Plain", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: [Parameter(1, "x", name: "X", range: 0...1, default: 0)])
  init(_ setup: KernelSetup) {}
  @_noLocks mutating func handle(_ event: Event) {}
  @_noLocks mutating func render(_ cycle: inout RenderCycle) {}
}
