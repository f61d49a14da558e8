/// The steps of a cycle, in order: all data that depends on the connections of a graph.
///
/// Control makes it and owns the memory behind its pointers. The render thread has one at a time,
/// and a second one during a transition.
@safe struct RenderPlan: BitwiseCopyable {
  /// Its number among the plans of a graph.
  var number: Int64 = 0

  // Nodes to render.

  /// The levels of extensions, and the extensions' slots, level by level.
  let levels: UnsafeMutablePointer<Level>
  let levelCount: Int
  let members: UnsafeMutablePointer<Int>
  let memberCount: Int
  /// The slots of the host nodes in order, and the start of each level's, with one more after the
  /// last level.
  let hosts: UnsafeMutablePointer<Int>
  let hostStarts: UnsafeMutablePointer<Int>
  /// The roles of the members, followed by those of the host nodes.
  let roles: UnsafeMutablePointer<SlotRole>
  /// The kind of node in each slot.
  let kinds: UnsafeMutablePointer<SlotKind>

  // The engine's inputs and outputs.

  /// The sources of each output channel.
  let mix: SourceTable
  /// The engine's MIDI output, and the port number of each part.
  let midiOutputs: MIDITable
  let midiOutputNumbers: UnsafeMutablePointer<Int>
  /// The slot of each MIDI input, or −1.
  let midiInputs: UnsafeMutablePointer<Int>
  let midiInputCount: Int
  /// The history of each input channel, or nil.
  let histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?

  /// Buffers for the input of a host node, channel by channel.
  let sums: UnsafeMutablePointer<Float>

  /// The musical time; nil if the engine supplies it.
  var timeline: UnsafeMutablePointer<TimelineFeed>?

  // The transition from the plan before.

  var change = PlanChange()

  /// The members of a level, and the one that finished last, on which the host sleeps.
  struct Level: BitwiseCopyable {
    let first: Int
    let end: Int
    var lastToFinish: Int
    /// The expected time in ns.
    var expected: UInt64 = 0

    init(_ range: Range<Int>, lastToFinish: Int) {
      first = range.lowerBound
      end = range.upperBound
      self.lastToFinish = lastToFinish
    }
  }
}

/// The kind of node in a slot.
enum SlotKind: UInt8, BitwiseCopyable {
  case nothing
  case instance
  case host
}

/// The transition of the render thread from one plan to the next.
@safe struct PlanChange: BitwiseCopyable {
  /// By the number of a source in the plan before: whether it ends with that plan.
  var leaving: UnsafeMutablePointer<Bool>?
  /// By the number of a MIDI source in the plan before: whether it ends with that plan.
  var leavingMIDI: UnsafeMutablePointer<Bool>?
  /// Slots that move to another depth.
  var moves: UnsafeMutablePointer<Move>?
  var moveCount = 0
  /// Slots that fill histories before the switch, and the number of frames.
  var warmUps: UnsafeMutablePointer<WarmUp>?
  var warmUpCount = 0
  var warmFrames = 0
  /// The engine's histories to fill before the switch.
  var histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// Frames after the switch in which sources fade in.
  var entryFrames = 0

  struct Move: BitwiseCopyable {
    let slot: Int
    let depth: Int
  }

  @safe struct WarmUp: BitwiseCopyable {
    let slot: Int
    let isHost: Bool
    let histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>

    init(
      slot: Int, isHost: Bool, histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>
    ) {
      self.slot = slot
      self.isHost = isHost
      unsafe self.histories = histories
    }
  }

  init() {}
}
