extension UInt4 {
  /// The value as an unsigned byte.
  public var uInt8Value: UInt8 { rawValue }
}

extension UInt7 {
  /// The value as an unsigned byte.
  public var uInt8Value: UInt8 { rawValue }
}

extension UInt9 {
  /// The value as an unsigned integer of 16 bits.
  public var uInt16Value: UInt16 { rawValue }
}

extension UInt14 {
  /// The value as an unsigned integer of 16 bits.
  public var uInt16Value: UInt16 { rawValue }
}
