internal import Synchronization
internal import TenutoMIDIMessages

/// A set of groups of an endpoint with one purpose.
///
/// Its properties are those that the endpoint last reported.
///
/// Thread: any.
public class MIDIUMPFunctionBlock: @unchecked Sendable {  // mutable state is guarded by the lock
  private struct State: Sendable {
    var block: UMPFunctionBlock
    weak var endpoint: MIDIUMPEndpoint?
  }

  private let state: Mutex<State>

  init(_ block: UMPFunctionBlock, of endpoint: MIDIUMPEndpoint?) {
    state = Mutex(State(block: block, endpoint: endpoint))
  }

  /// The block in the form of messages.
  var block: UMPFunctionBlock {
    get { state.withLock { $0.block } }
    set { state.withLock { $0.block = newValue } }
  }

  var owner: MIDIUMPEndpoint? {
    get { state.withLock { $0.endpoint } }
    set { state.withLock { $0.endpoint = newValue } }
  }

  /// The endpoint of the block; nil once it is removed.
  public var umpEndpoint: MIDIUMPEndpoint? { owner }
}

extension MIDIUMPFunctionBlock {
  /// The name; may be empty.
  public var name: String { block.name }

  /// The block's number in its endpoint, 0 to 31.
  public var functionBlockID: MIDIUMPFunctionBlockID { block.info.number.rawValue }

  /// The direction of the block's messages.
  public var direction: MIDIUMPFunctionBlockDirection { block.info.direction.coreMIDI }

  /// The block's first group, 0 to 15.
  public var firstGroup: MIDIUMPGroupNumber { block.info.firstGroup }

  /// Number of groups.
  public var totalGroupsSpanned: MIDIUInteger7 { block.info.groupCount }

  /// Number of simultaneous 8-bit SysEx messages that the block accepts; 0 for none.
  public var maxSysEx8Streams: UInt8 { block.info.maximumSysEx8Streams }

  /// Whether the block represents a MIDI 1.0 connection.
  public var midi1Info: MIDIUMPFunctionBlockMIDI1Info { block.info.midi1.coreMIDI }

  /// The recommended presentation of the block in a user interface.
  public var uiHint: MIDIUMPFunctionBlockUIHint { block.info.uiHint.coreMIDI }

  /// Whether the block is active.
  public var isEnabled: Bool { block.info.isActive }

  /// The block's MIDI-CI device; nil if none exists or it has not been found yet.
  public var midiCIDevice: MIDICIDevice? {
    guard let endpoint = owner else { return nil }
    return MIDICIDeviceManager.shared.discoveredCIDevices.first {
      $0.route.source == endpoint.midiSource && $0.route.destination == endpoint.midiDestination
        && block.info.groups.contains($0.route.group)
    }
  }
}

extension MIDIUMPFunctionBlock: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: MIDIUMPFunctionBlock, right: MIDIUMPFunctionBlock) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
