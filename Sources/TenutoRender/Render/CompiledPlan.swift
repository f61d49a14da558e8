internal import TenutoCore

/// A plan on the control side: its memory, and the keys that match its parts with the next plan's.
@safe final class CompiledPlan: @unchecked Sendable {  // the render thread uses only `render`
  /// The key of a connection between channels; −1 stands for the engine.
  struct SourceKey: Hashable, Sendable {
    let slot: Int
    let channel: Int
    let source: Int
    let sourceChannel: Int
    let delay: Int
  }

  /// The key of a MIDI connection; the engine's outputs are −2 and below by number.
  struct MIDIKey: Hashable, Sendable {
    let slot: Int
    let source: Int
  }

  /// The key of a channel with a history.
  struct HistoryKey: Hashable, Sendable {
    let slot: Int
    let channel: Int
  }

  let number: Int64
  /// The render thread's plan.
  let render: UnsafeMutablePointer<RenderPlan>
  private let memory: PlanMemory
  /// The slots that the plan uses.
  let slots: Set<Int>
  let sources: [SourceKey]
  let midi: [MIDIKey]
  let depths: [Int: Int]
  let shapes: [Int: MixerShape]
  let histories: [HistoryKey: ChannelHistory]
  let lines: [MIDIKey: ConnectionLine]
  let timeline: TimelineMemory?
  /// Buffers that all channels share.
  let bufferCount: Int

  init(_ builder: PlanBuilder, number: Int64, _ plan: RenderPlan) {
    self.number = number
    memory = builder.memory
    unsafe render = builder.memory.array([plan])
    slots = Set(builder.slots)
    sources = builder.sourceKeys
    midi = builder.midiKeys
    depths = builder.depths
    shapes = builder.shapes
    histories = builder.histories
    lines = builder.lines
    timeline = builder.timeline
    bufferCount = builder.bufferCount
  }
}
