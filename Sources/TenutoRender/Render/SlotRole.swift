internal import TenutoTransport

/// A node's role in one plan: its sources and its outputs.
///
/// Points into the plan; the render thread gives a node another one when the plan changes.
@safe struct SlotRole: BitwiseCopyable, @unchecked Sendable {  // the render thread's
  /// The sources of each input channel.
  let inputs: SourceTable
  /// The samples of each output channel, valid until their last reader of the cycle.
  let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let outputCount: Int
  /// The history of each output channel, nil for channels without delayed readers.
  let histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// From where it gets MIDI.
  let midi: MIDITable
  /// The MIDI that it puts out in a cycle, nil if nothing reads it.
  let sent: UnsafeMutablePointer<EventList>?
  /// The level at which it renders.
  let depth: Int
  /// The slots of the nodes before and behind it in a chain, −1 for none.
  var before = -1
  var after = -1
  /// Busses of a mixer, nil where they are as they were.
  var shape: MixerShape?

  /// The role of a node that is in no plan yet.
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
