/// The state of an instance to save: the parameters' values and the component's own bytes.
///
/// The corresponding Audio Unit properties are `fullState` and `fullStateForDocument`.
public struct ComponentState: Sendable, Equatable {
  /// The component of the state.
  public var code: ComponentCode
  /// The version of the component's state format, see `ComponentDescription.stateVersion`.
  public var version: UInt32
  /// The values of all settable parameters, ordered by address.
  public var parameters: [ParameterValue]
  /// The component's own bytes.
  public var data: [UInt8]

  /// Creates a state.
  public init(
    code: ComponentCode, version: UInt32, parameters: [ParameterValue], data: [UInt8] = []
  ) {
    self.code = code
    self.version = version
    self.parameters = parameters
    self.data = data
  }

  /// The longest that an encoded state may be: 16 MiB.
  public static let maximumByteCount = 1 << 24
}

/// The requested part of the state.
public enum StateScope: UInt8, Sendable, CaseIterable {
  /// The part that a preset saves (`fullState`).
  case preset = 0
  /// The part that a document saves: the preset's, and data of the piece (`fullStateForDocument`).
  case document = 1
}

/// The reason why bytes are not a valid state, or a state cannot be used.
public enum StateError: Error, Equatable, Sendable {
  /// There are no bytes.
  case empty
  /// The bytes are not a state of Tenuto, or are damaged.
  case damaged
  /// The state belongs to another component.
  case wrongComponent(ComponentCode)
  /// The state was made by a newer version of the component.
  case tooNew(UInt32)
  /// The component refused it, with its reason.
  case refused(String)
}

extension ComponentState {
  private static let magic: [UInt8] = Array("TSTA".utf8)
  private static let form: UInt32 = 1

  /// Encodes the state; equal states have equal bytes, with a check sum at the end.
  ///
  /// Little-endian: `TSTA`, form, three codes, version, count of parameters, for each its address
  /// (8 bytes) and value (4), count of bytes, the bytes, CRC-32 of all before.
  public func encoded() -> [UInt8] {
    var bytes = Self.magic
    func append<T: FixedWidthInteger>(_ value: T) {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
      }
    }
    bytes.reserveCapacity(40 + 12 * parameters.count + data.count)
    append(Self.form)
    for part in [code.type, code.subtype, code.manufacturer] { append(part.rawValue) }
    append(version)
    append(UInt32(parameters.count))
    for parameter in parameters {
      append(parameter.address)
      append(parameter.value.bitPattern)
    }
    append(UInt32(data.count))
    bytes += data
    append(CRC32.checksum(bytes[...]))
    return bytes
  }

  /// Decodes the bytes of `encoded`.
  ///
  /// - Throws: `.empty`, `.damaged`.
  public init(decoding bytes: [UInt8]) throws(StateError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count >= 36, bytes.count <= Self.maximumByteCount else { throw .damaged }
    var reader = StateReader(bytes: bytes)
    guard bytes.starts(with: Self.magic) else { throw .damaged }
    reader.position = 4
    guard try reader.read(UInt32.self) == Self.form else { throw .damaged }
    var codes: [FourCharacterCode] = []
    for _ in 0..<3 {
      guard let code = FourCharacterCode(rawValue: try reader.read()) else { throw .damaged }
      codes.append(code)
    }
    code = ComponentCode(type: codes[0], subtype: codes[1], manufacturer: codes[2])
    version = try reader.read()
    let count = Int(try reader.read(UInt32.self))
    guard count <= (bytes.count - reader.position) / 12 else { throw .damaged }
    parameters = []
    parameters.reserveCapacity(count)
    for _ in 0..<count {
      let address: UInt64 = try reader.read()
      let value = Float(bitPattern: try reader.read())
      guard value.isFinite else { throw .damaged }
      parameters.append(ParameterValue(address, value))
    }
    let length = Int(try reader.read(UInt32.self))
    guard length == bytes.count - reader.position - 4 else { throw .damaged }
    let end = reader.position + length
    data = Array(bytes[reader.position..<end])
    reader.position = end
    guard try reader.read(UInt32.self) == CRC32.checksum(bytes[..<end]) else { throw .damaged }
  }

  private struct StateReader {
    let bytes: [UInt8]
    var position = 0

    mutating func read<T: FixedWidthInteger>(_: T.Type = T.self) throws(StateError) -> T {
      let size = T.bitWidth / 8
      guard bytes.count - position >= size else { throw .damaged }
      var value: T = 0
      for index in 0..<size {
        value |= T(truncatingIfNeeded: bytes[position + index]) << T(index * 8)
      }
      position += size
      return value
    }
  }
}
