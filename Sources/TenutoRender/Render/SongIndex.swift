internal import TenutoMIDI

/// The events of a song by frame, with the value of each controller at any of them.
///
/// Thread: control makes and frees it, render reads it.
@safe struct SongIndex: ~Copyable {
  private let events: UnsafeMutableBufferPointer<SongFrameEvent>
  /// The numbers of the events that set a controller, controller by controller in order, and the
  /// start of each controller's, with one more at the end.
  private let settings: UnsafeMutableBufferPointer<Int32>
  private let starts: UnsafeMutableBufferPointer<Int32>

  /// The most controllers, programs, bends and parameters that are restored after a jump.
  static let settingLimit = 512

  /// Assigns frames at `sampleRate` to `events`, in MIDI 2.0 protocol.
  init(_ events: some Sequence<SongEvent>, sampleRate: Double) {
    // The translation is the same as for MIDI from a JACK port.
    var translator = MIDI1ToMIDI2Translator()
    let all = events.flatMap { event in
      let frame = Song.frame(atSeconds: event.seconds, sampleRate: sampleRate)
      return translator.translate(event.ump).array.map { SongFrameEvent(frame: frame, ump: $0) }
    }
    let settings = Self.settings(all)
    unsafe self.events = Self.copy(all)
    unsafe self.settings = Self.copy(settings.flatMap(\.self))
    unsafe starts = Self.copy(
      settings.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) })
  }

  deinit {
    unsafe events.deallocate()
    unsafe settings.deallocate()
    unsafe starts.deallocate()
  }

  private static func copy<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutableBufferPointer<T> {
    let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: values.count)
    _ = unsafe memory.initialize(fromContentsOf: values)
    return unsafe memory
  }

  private static func settings(_ events: [SongFrameEvent]) -> [[Int32]] {
    var numbers: [UInt32: Int] = [:]
    var settings: [[Int32]] = []
    for (number, event) in events.enumerated() {
      guard let key = event.ump.settingKey else { continue }
      if let known = numbers[key] {
        settings[known].append(Int32(truncatingIfNeeded: number))
      } else if settings.count < settingLimit {
        numbers[key] = settings.count
        settings.append([Int32(truncatingIfNeeded: number)])
      }
    }
    return settings
  }
}

extension SongIndex {
  /// The number of events.
  var count: Int { @_noLocks get { unsafe events.count } }

  /// Frame of the last event, or 0.
  var lastFrame: Int64 { @_noLocks get { count > 0 ? event(count &- 1).frame : 0 } }

  /// The event of a number; a number outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: render.
  @_noLocks
  func event(_ number: Int) -> SongFrameEvent {
    precondition(number >= 0 && number < count)
    return unsafe events[number]
  }

  /// The number of the first event at or after a frame.
  ///
  /// Thread: render.
  @_noLocks
  func number(atFrame frame: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if unsafe events[middle].frame < frame { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The number of controllers, programs, bends and parameters that the song sets.
  var settingCount: Int { @_noLocks get { unsafe starts.count &- 1 } }

  /// The last event before event `number` that sets this controller, or nil.
  ///
  /// Thread: render.
  @_noLocks
  func setting(_ index: Int, before number: Int) -> SongFrameEvent? {
    precondition(index >= 0 && index < settingCount)
    let first = Int(unsafe starts[index])
    var (low, high) = (first, Int(unsafe starts[index &+ 1]))
    while low < high {
      let middle = (low &+ high) / 2
      if unsafe Int(settings[middle]) < number { low = middle &+ 1 } else { high = middle }
    }
    return low > first ? event(Int(unsafe settings[low &- 1])) : nil
  }
}

extension UMP {
  /// A number for the controller that a MIDI 2.0 channel voice message sets; nil for notes and for
  /// messages that affect only a moment or a single note.
  fileprivate var settingKey: UInt32? {
    guard messageType == 4 else { return nil }
    switch opcode {
    case 0xB: return data1 < 120 ? word0 & 0xFFFF_FF00 : nil
    case 0xC, 0xD, 0xE: return word0 & 0xFFFF_0000
    case 0x2, 0x3: return word0
    default: return nil
    }
  }
}
