internal import TenutoMIDI

/// The state set by system messages.
struct SystemState: Equatable, Sendable {
  /// Number of System Reset messages sent, modulo 128.
  var resets: UInt8 = 0
  /// Number of Tune Request messages sent, modulo 128.
  var tuneRequests: UInt8 = 0
  /// The last Song Select.
  var song: UInt8?
  /// Number of active sensing messages sent, modulo 128.
  var activeSensings: UInt8 = 0
  var sequencer = SequencerState()
  var timeCode = TimeCodeState()

  /// The chapter that a message belongs to.
  enum Chapter { case reset, tuneRequest, song, activeSensing, sequencer, timeCode }

  /// Applies a system message; returns nil if it changes nothing.
  mutating func apply(_ ump: UMP) -> Chapter? {
    switch ump.status {
    case 0xFF:
      resets = (resets + 1) & 0x7F
      (song, sequencer, timeCode) = (nil, SequencerState(), TimeCodeState())
      return .reset
    case 0xF6:
      tuneRequests = (tuneRequests + 1) & 0x7F
      return .tuneRequest
    case 0xF3:
      song = ump.data1
      return .song
    case 0xFE:
      activeSensings = (activeSensings + 1) & 0x7F
      return .activeSensing
    case 0xF1:
      timeCode.apply(quarterFrame: ump.data1)
      return .timeCode
    default: return sequencer.apply(ump) ? .sequencer : nil
    }
  }
}

/// The state and position of a sequencer.
struct SequencerState: Equatable, Sendable {
  var isRunning = false
  /// Whether a clock has arrived since the start.
  var hasDownbeat = false
  /// The position in clocks, 24 per quarter note: of the last clock, or of the next one before the
  /// first.
  var position: UInt32 = 0

  /// Applies a message; returns false if it changes nothing.
  mutating func apply(_ ump: UMP) -> Bool {
    switch ump.status {
    case 0xFA: self = SequencerState(isRunning: true)
    case 0xFB: (isRunning, hasDownbeat) = (true, false)
    case 0xFC:
      if isRunning, hasDownbeat { advance() }
      (isRunning, hasDownbeat) = (false, false)
    case 0xF8:
      guard isRunning else { return false }
      if hasDownbeat { advance() }
      hasDownbeat = true
    case 0xF2:
      position = 6 * (UInt32(ump.data2 & 0x7F) << 7 | UInt32(ump.data1 & 0x7F))
      hasDownbeat = false
    default: return false
    }
    return true
  }

  private mutating func advance() { position = (position + 1) & 0x7_FFFF }
}

/// The position of MIDI Time Code.
struct TimeCodeState: Equatable, Sendable {
  /// The eight nibbles, the first one in the highest bits.
  var pieces: UInt32 = 0
  /// The last nibble received; nil before the first one.
  var point: UInt8?
  var isReverse = false
  /// The last complete time.
  var complete: UInt32?

  /// Applies the data byte of a quarter frame.
  mutating func apply(quarterFrame data: UInt8) {
    let index = data >> 4 & 7
    if let point { isReverse = index == (point &- 1) & 7 }
    let shift = 28 - 4 * UInt32(index)
    pieces = pieces & ~(0xF << shift) | UInt32(data & 0xF) << shift
    point = index
    if index == (isReverse ? 0 : 7) { complete = pieces }
  }

  /// Returns the data byte of a quarter frame for a nibble.
  static func quarterFrame(_ index: UInt8, of pieces: UInt32) -> UInt8 {
    index << 4 | UInt8(pieces >> (28 - 4 * UInt32(index)) & 0xF)
  }
}
