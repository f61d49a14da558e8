/// The steps of a cycle, in order: everything that depends on the connections of a graph.
///
/// Made by control, which owns the memory to which it points; the render thread has one at a time,
/// and another one while it goes over to that.
@safe struct RenderPlan: BitwiseCopyable {
  /// Counts the plans of a graph.
  var number: Int64 = 0

  // The nodes to render.

  /// The levels of the extensions, and the extensions' slots, level by level.
  let levels: UnsafeMutablePointer<Level>
  let levelCount: Int
  let members: UnsafeMutablePointer<Int>
  let memberCount: Int
  /// The slots of the host's nodes in order, and where those of each level begin; behind the last
  /// level there is one more.
  let hosts: UnsafeMutablePointer<Int>
  let hostStarts: UnsafeMutablePointer<Int>
  /// The roles of the members, and then those of the host's nodes.
  let roles: UnsafeMutablePointer<SlotRole>
  /// The kind of node in each slot.
  let kinds: UnsafeMutablePointer<SlotKind>

  // The engine's inputs and outputs.

  /// The sources of each output channel.
  let mix: SourceTable
  /// The MIDI that goes out, and the number of the port of each part.
  let midiOutputs: MIDITable
  let midiOutputNumbers: UnsafeMutablePointer<Int>
  /// The slot of each MIDI input, −1 for none.
  let midiInputs: UnsafeMutablePointer<Int>
  let midiInputCount: Int
  /// In what each channel that comes in is kept; nil where none is.
  let histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?

  /// Room for what flows into a host's node, channel by channel.
  let sums: UnsafeMutablePointer<Float>

  /// The music's time; nil where the engine's own counts.
  var timeline: UnsafeMutablePointer<TimelineFeed>?

  // How to come here from the plan before.

  var change = PlanChange()

  /// A level's members, and which of them finished last: the one to sleep on.
  struct Level: BitwiseCopyable {
    let first: Int
    let end: Int
    var lastToFinish: Int
    /// Nanoseconds that it is expected to take.
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
  /// By the number of a source of the plan before: whether it ends with it.
  var leaving: UnsafeMutablePointer<Bool>?
  /// The same of MIDI.
  var leavingMIDI: UnsafeMutablePointer<Bool>?
  /// Slots that get another depth.
  var moves: UnsafeMutablePointer<Move>?
  var moveCount = 0
  /// Slots that fill histories before the switch, and for how many frames.
  var warmUps: UnsafeMutablePointer<WarmUp>?
  var warmUpCount = 0
  var warmFrames = 0
  /// The same of what the engine takes in.
  var histories: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// Frames after the switch for which something fades in.
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
