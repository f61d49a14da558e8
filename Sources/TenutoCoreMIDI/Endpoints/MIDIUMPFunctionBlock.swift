internal import Synchronization
internal import TenutoMIDIMessages

/// Some groups of an endpoint that serve one purpose.
///
/// What it says is what the endpoint has said last.
///
/// Thread: any.
public class MIDIUMPFunctionBlock: @unchecked Sendable {  // all that changes is behind the lock
  private struct State: Sendable {
    var block: UMPFunctionBlock
    weak var endpoint: MIDIUMPEndpoint?
  }

  private let state: Mutex<State>

  init(_ block: UMPFunctionBlock, of endpoint: MIDIUMPEndpoint?) {
    state = Mutex(State(block: block, endpoint: endpoint))
  }

  /// What the block is, as messages say it.
  var block: UMPFunctionBlock {
    get { state.withLock { $0.block } }
    set { state.withLock { $0.block = newValue } }
  }

  var owner: MIDIUMPEndpoint? {
    get { state.withLock { $0.endpoint } }
    set { state.withLock { $0.endpoint = newValue } }
  }

  /// The endpoint that has the block, nil once that is gone.
  public var umpEndpoint: MIDIUMPEndpoint? { owner }
}

extension MIDIUMPFunctionBlock {
  /// The block's name, empty if it has none.
  public var name: String { block.name }

  /// The block's number in its endpoint, 0 to 31.
  public var functionBlockID: MIDIUMPFunctionBlockID { block.info.number.rawValue }

  /// Where the block's messages go.
  public var direction: MIDIUMPFunctionBlockDirection { block.info.direction.coreMIDI }

  /// The block's first group, 0 to 15.
  public var firstGroup: MIDIUMPGroupNumber { block.info.firstGroup }

  /// How many groups the block has.
  public var totalGroupsSpanned: MIDIUInteger7 { block.info.groupCount }

  /// How many SysEx messages of 8 bits the block takes at once, 0 for none.
  public var maxSysEx8Streams: UInt8 { block.info.maximumSysEx8Streams }

  /// Whether the block stands for a connection of MIDI 1.0.
  public var midi1Info: MIDIUMPFunctionBlockMIDI1Info { block.info.midi1.coreMIDI }

  /// How a user interface should show the block.
  public var uiHint: MIDIUMPFunctionBlockUIHint { block.info.uiHint.coreMIDI }

  /// Whether the block is in use.
  public var isEnabled: Bool { block.info.isActive }

  /// The device of MIDI-CI that the block is, nil if it is none or none was found yet.
  public var midiCIDevice: MIDICIDevice? {
    guard let endpoint = owner else { return nil }
    return MIDICIDeviceManager.shared.discoveredCIDevices.first {
      $0.way.source == endpoint.midiSource && $0.way.destination == endpoint.midiDestination
        && block.info.groups.contains($0.way.group)
    }
  }
}

extension MIDIUMPFunctionBlock: Hashable {
  /// Tells whether two references are to the same object.
  public static func == (left: MIDIUMPFunctionBlock, right: MIDIUMPFunctionBlock) -> Bool {
    left === right
  }

  /// Adds which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
