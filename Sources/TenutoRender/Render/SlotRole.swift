internal import TenutoTransport

/// A node's role in one plan: its sources and its outputs.
///
/// It points into the plan; the render thread replaces it when the plan changes.
@safe struct SlotRole: BitwiseCopyable, @unchecked Sendable {  // owned by the render thread
  /// The sources of each input channel.
  let inputs: SourceTable
  /// The samples of each output channel, valid until their last reader in the cycle.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// The history of each output channel, or nil for a channel without delayed readers.
  let histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// Its MIDI sources.
  let midi: MIDITable
  /// Its MIDI output in a cycle, or nil if no node reads it.
  let sent: UnsafeMutablePointer<EventList>?
  /// The level at which it renders.
  let depth: Int
  /// The slots of the nodes before and after it in a chain, or −1.
  var before = -1
  var after = -1
  /// The busses of a mixer, or nil if they have not changed.
  var shape: MixerShape?

  /// The role of a node that is not in a plan yet.
  static let nothing: SlotRole = {
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe starts.initialize(to: 0)
    return unsafe SlotRole(
      inputs: SourceTable(starts: starts, sources: .allocate(capacity: 1), channelCount: 0),
      outputs: .allocate(capacity: 1), outputCount: 0, histories: nil,
      midi: MIDITable(edges: .allocate(capacity: 1), first: 0, count: 0), sent: nil, depth: 0)
  }()

  init(
    inputs: SourceTable, outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    outputCount: Int, histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?,
    midi: MIDITable, sent: UnsafeMutablePointer<EventList>?, depth: Int
  ) {
    self.inputs = inputs
    unsafe self.outputs = outputs
    self.outputCount = outputCount
    unsafe self.histories = histories
    self.midi = midi
    unsafe self.sent = sent
    self.depth = depth
  }
}
