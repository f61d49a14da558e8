internal import Synchronization
internal import TenutoMIDIMessages

/// A function block of an endpoint of this process.
///
/// Thread: any but render.
public final class MIDIUMPMutableFunctionBlock: MIDIUMPFunctionBlock, @unchecked Sendable {
  // mutable state is guarded by locks
  private let registered = Mutex<[MIDIUMPCIProfile]>([])

  /// Creates a block without an endpoint.
  ///
  /// Nil for an unknown direction, invalid groups, and a name of more than 91 bytes.
  public init?(
    name: String, direction: MIDIUMPFunctionBlockDirection, firstGroup: MIDIUMPGroupNumber,
    totalGroupsSpanned: MIDIUInteger7, maxSysEx8Streams: MIDIUInteger7,
    midi1Info: MIDIUMPFunctionBlockMIDI1Info, uiHint: MIDIUMPFunctionBlockUIHint, isEnabled: Bool
  ) {
    guard Self.areGroups(firstGroup, totalGroupsSpanned), Self.isName(name),
      let direction = FunctionBlockDirection(direction),
      let midi1 = FunctionBlockMIDI1(midi1Info), let hint = FunctionBlockUIHint(uiHint)
    else { return nil }
    var info = FunctionBlockInfo(
      number: 0, direction: direction, firstGroup: firstGroup, groupCount: totalGroupsSpanned)
    info.isActive = isEnabled
    info.midi1 = midi1
    info.uiHint = hint
    info.maximumSysEx8Streams = maxSysEx8Streams
    super.init(UMPFunctionBlock(info, name: name), of: nil)
  }

  /// The endpoint that the block is registered to.
  public override var umpEndpoint: MIDIUMPMutableEndpoint? { owner as? MIDIUMPMutableEndpoint }

  /// Activates or deactivates the block, and notifies the endpoint's peers.
  ///
  /// - Throws: `kMIDINotPermitted` if the endpoint's blocks are static.
  public func setEnabled(_ isEnabled: Bool) throws(MIDIError) {
    try change(.info) { $0.info.isActive = isEnabled }
  }

  /// Renames the block, and notifies the endpoint's peers.
  ///
  /// - Throws: `paramErr` for more than 91 bytes, or as `setEnabled`.
  public func setName(_ name: String) throws(MIDIError) {
    guard Self.isName(name) else { throw MIDIError(status: paramErr) }
    try change(.name) { $0.name = name }
  }

  /// Changes the groups and the purpose of the block, and notifies the endpoint's peers.
  ///
  /// - Throws: `paramErr` for invalid values, or as `setEnabled`.
  public func reconfigure(
    firstGroup: MIDIUMPGroupNumber, direction: MIDIUMPFunctionBlockDirection,
    MIDI1Info: MIDIUMPFunctionBlockMIDI1Info, UIHint: MIDIUMPFunctionBlockUIHint
  ) throws(MIDIError) {
    guard Self.areGroups(firstGroup, totalGroupsSpanned),
      let direction = FunctionBlockDirection(direction),
      let midi1 = FunctionBlockMIDI1(MIDI1Info), let hint = FunctionBlockUIHint(UIHint)
    else { throw MIDIError(status: paramErr) }
    try change(.info) {
      $0.info.firstGroup = firstGroup
      $0.info.direction = direction
      $0.info.midi1 = midi1
      $0.info.uiHint = hint
    }
  }

  /// Replaces the MIDI-CI profiles of the block.
  ///
  /// Core MIDI has no public function for this; without it a block has no profiles.
  ///
  /// - Throws: `kMIDINotPermitted` while the endpoint is enabled.
  public func registerProfiles(_ profiles: [MIDIUMPCIProfile]) throws(MIDIError) {
    guard umpEndpoint?.isEnabled != true else { throw MIDIError(status: kMIDINotPermitted) }
    registered.withLock { $0 = profiles }
  }

  /// The profiles set with `registerProfiles`.
  public var profiles: [MIDIUMPCIProfile] { registered.withLock { $0 } }
}

extension MIDIUMPMutableFunctionBlock {
  private func change(
    _ what: FunctionBlockFilter, _ edit: (inout UMPFunctionBlock) -> Void
  ) throws(MIDIError) {
    let endpoint = umpEndpoint
    guard endpoint?.hasStaticFunctionBlocks != true else {
      throw MIDIError(status: kMIDINotPermitted)
    }
    edit(&block)
    endpoint?.announce(self, what)
  }

  private static func areGroups(_ first: UInt8, _ count: UInt8) -> Bool {
    count > 0 && Int(first) + Int(count) <= 16
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= StreamTextKind.functionBlockName(0).maximumByteCount
  }
}
