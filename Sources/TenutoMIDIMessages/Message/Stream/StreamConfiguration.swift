import TenutoMIDI
/// The protocol and the timestamps that an endpoint uses or is asked to use.
///
/// The corresponding standard is M2-104-UM, "Stream Configuration".
public struct StreamConfiguration: BitwiseCopyable, Sendable, Hashable {
  /// The protocol of the channel voice messages.
  public var umpProtocol: UMPProtocol

  /// The jitter reduction timestamps.
  public var jitterReduction: JitterReduction

  /// Creates a configuration.
  ///
  /// Thread: any.
  @_noLocks
  public init(umpProtocol: UMPProtocol, jitterReduction: JitterReduction) {
    self.umpProtocol = umpProtocol
    self.jitterReduction = jitterReduction
  }

  @_noLocks
  init(_ ump: UMP) {
    umpProtocol = UMPProtocol(rawValue: ump.data1)
    jitterReduction = JitterReduction(rawValue: ump.data2)
  }

  /// The lower half of the first word.
  var bits: UInt32 {
    @_noLocks get { UInt32(umpProtocol.rawValue) << 8 | UInt32(jitterReduction.rawValue) }
  }
}
