public import TenutoExtension

/// The filter's unit: it answers its page.
///
/// Numbers are little-endian. A message begins with a byte:
///
/// | byte | what follows | reply |
/// |---|---|---|
/// | 0 | nothing | the values of all parameters in the order of their addresses, Float32 each |
/// | 1 | an address, 1 byte, and a value, Float32 | none; the parameter is set |
/// | 2 | an address, 1 byte | none; a gesture begins |
/// | 3 | an address, 1 byte | none; the gesture ends |
public final class FilterUnit: AudioUnit {
  private let host: HostLink

  /// Makes the unit.
  public init(_ host: HostLink) { self.host = host }

  /// Answers a message of the page.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    switch (message.first, message.count) {
    case (0, 1):
      return host.component.parameters.flatMap { parameter in
        Self.bytes(of: host.value(of: parameter.address))
      }
    case (1, 6):
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[2 + $1]) << UInt32(8 * $1) }
      host.setParameter(try address(message[1]), to: Float(bitPattern: bits))
    case (2, 2): host.beginGesture(try address(message[1]))
    case (3, 2): host.endGesture(try address(message[1]))
    default: throw MessageRefusal("the filter does not know this message")
    }
    return []
  }

  private func address(_ byte: UInt8) throws(MessageRefusal) -> ParameterAddress {
    let address = ParameterAddress(byte)
    if host.component.parameter(at: address) != nil { return address }
    throw MessageRefusal("there is no parameter \(byte)")
  }

  private static func bytes(of value: Float) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
  }
}
