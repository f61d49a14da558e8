import TenutoCoreMIDI
import Testing

/// A unique device.
func device(_ number: UInt16) -> MIDI2DeviceInfo {
  MIDI2DeviceInfo(
    manufacturerID: MIDI2DeviceManufacturer(sysExIDByte: (0x7D, 0, 0)), family: number,
    modelNumber: number + 1, revisionLevel: MIDI2DeviceRevisionLevel(revisionLevel: (1, 2, 3, 4)))
}

/// A bidirectional function block.
func functionBlock(_ name: String, group: UInt8 = 0) throws -> MIDIUMPMutableFunctionBlock {
  try #require(
    MIDIUMPMutableFunctionBlock(
      name: name, direction: .bidirectional, firstGroup: group, totalGroupsSpanned: 2,
      maxSysEx8Streams: 0, midi1Info: .notMIDI1, uiHint: .senderReceiver, isEnabled: true))
}

/// An endpoint of this process, not yet enabled.
func ownEndpoint(
  _ name: String, _ number: UInt16, _ wanted: MIDIProtocolID, _ inbox: Inbox = Inbox(),
  _ blocks: [MIDIUMPMutableFunctionBlock] = []
) throws -> MIDIUMPMutableEndpoint {
  let endpoint = unsafe MIDIUMPMutableEndpoint(
    name: name, deviceInfo: device(number), productInstanceID: "serial \(number)",
    midiProtocol: wanted
  ) { list, _ in
    unsafe inbox.take(list)
  }
  let made = try #require(endpoint)
  try made.registerFunctionBlocks(blocks, markAsStatic: false)
  return made
}

/// Waits for an endpoint with a name.
func found(_ name: String) throws -> MIDIUMPEndpoint {
  func find() -> MIDIUMPEndpoint? {
    MIDIUMPEndpointManager.shared.umpEndpoints.first { $0.name == name }
  }
  _ = eventually { find() != nil }
  return try #require(find())
}
