import TenutoExtension

/// A unit that its messages control.
final class RichUnit: AudioUnit {
  private let host: HostLink
  private var data: [UInt8] = []
  private var isTicking = false

  init(_ host: HostLink) { self.host = host }

  func encodeState(_ scope: StateScope) -> [UInt8] { scope == .document ? data + [0xDD] : data }

  func decodeState(_ data: [UInt8]) throws(StateError) {
    guard data.first != 0xEE else { throw .refused("it begins with EE") }
    self.data = data
  }

  /// Version 1 kept one byte less, and the gain in percent.
  static func migrate(_ state: ComponentState) throws(StateError) -> ComponentState {
    var state = state
    state.data.append(0x02)
    state.parameters = state.parameters.map {
      $0.address == 1 ? ParameterValue(1, $0.value / 100) : $0
    }
    state.version = 2
    return state
  }

  func select(_ preset: FactoryPreset) { data = Array(preset.name.utf8) }

  func text(for parameter: ParameterValue) -> String? {
    parameter.address == 1 ? "\(Int(parameter.value * 100)) of 100" : nil
  }

  func value(for text: String, of address: ParameterAddress) -> Float? {
    guard address == 1, text.hasSuffix(" of 100") else { return nil }
    return Float(text.dropLast(7)).map { $0 / 100 }
  }

  var tickInterval: Double? { 0.005 }
  func tick() { if isTicking { host.stream([0x54]) } }

  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    let text = String(decoding: message.prefix(64), as: UTF8.self)
    let words = text.split(separator: " ")
    switch words.first {
    case "echo": return message
    case "upper": return Array(text.uppercased().utf8)
    case "fill": data = RichUnit.pattern(Int(words[1]) ?? 0)
    case "data": return data
    case "name": return Array(host.contextName.utf8)
    case "set":
      host.beginGesture(1)
      host.setParameter(1, to: Float(words[1]) ?? 0)
      host.endGesture(1)
    case "state": host.stateDidChange()
    case "format": host.formatDidChange()
    case "tick": isTicking = words[1] == "on"
    default: throw MessageRefusal("I do not know \(text)")
    }
    return []
  }

  static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }
}
