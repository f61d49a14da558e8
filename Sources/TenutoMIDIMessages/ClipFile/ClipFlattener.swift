import TenutoMIDI
/// Turns the packets of a clip into the events of a Standard MIDI File.
struct ClipFlattener {
  private let clip: MIDIClipFile
  private let division: UInt16
  private var events: [Event] = []
  private var sysEx: [UInt8: [UInt8]] = [:]
  private var texts = FlexDataTextAssembler(
    limits: TextLimits(byteCount: 0xFFFF, openTextCount: 4096))

  /// The time signatures wait for the metronome of their tick.
  private var clocksPerClick: UInt8 = 24
  private var timeSignature: FlexTimeSignature?
  private var timeSignatureIndex = 0

  /// An event of a group, or of the whole file.
  private struct Event {
    var group: UInt8?
    var event: TrackEvent
  }

  init(_ clip: MIDIClipFile) {
    self.clip = clip
    let ticks = max(1, clip.ticksPerQuarter)
    division = ticks > 0x7FFF ? ticks / 2 : ticks
  }

  /// Takes everything in the order in which it happens.
  mutating func appendAll() {
    for ump in clip.profiles { append(ump, at: 0) }
    for event in clip.configuration { append(event.ump, at: 0) }
    for event in clip.events { append(event.ump, at: scaled(event.tick)) }
  }

  /// Returns the resulting file.
  func file() -> StandardMIDIFile {
    let groups = Set(events.compactMap(\.group)).sorted()
    let isOneTrack = groups.count < 2
    var tracks: [[TrackEvent]] = []
    if isOneTrack {
      tracks.append(Self.port(groups.first ?? 0) + events.map(\.event))
    } else {
      tracks.append(events.filter { $0.group == nil }.map(\.event))
      for group in groups {
        let own = events.filter { $0.group == group }.map(\.event)
        tracks.append(Self.port(group, isNeeded: true) + own)
      }
    }
    let end = max(scaled(clip.length), events.last?.event.tick ?? 0)
    return StandardMIDIFile(
      format: isOneTrack ? .singleTrack : .simultaneous, division: .ticksPerQuarter(division),
      tracks: tracks.map { $0 + [TrackEvent(tick: end, message: .endOfTrack)] })
  }

  private static func port(_ group: UInt8, isNeeded: Bool = false) -> [TrackEvent] {
    guard isNeeded || group > 0 else { return [] }
    return [TrackEvent(tick: 0, message: .meta(type: 0x21, data: [group]))]
  }

  private func scaled(_ tick: UInt32) -> UInt32 {
    let ticks = UInt64(max(1, clip.ticksPerQuarter))
    return UInt32((UInt64(tick) * UInt64(division) + ticks / 2) / ticks)
  }
}

extension ClipFlattener {
  private mutating func append(_ ump: UMP, at tick: UInt32) {
    switch ump.messageType {
    case 0x1:
      let bytes = MIDI1Bytes(ump).array
      if !bytes.isEmpty { append(.escape(bytes), of: ump.group, at: tick) }
    case 0x2, 0x4:
      let batch = MIDI2ToMIDI1Translator().translate(ump)
      for index in 0..<batch.count { appendChannel(batch[index], at: tick) }
    case 0x3: appendSysEx(ump, at: tick)
    case 0xD: appendFlexData(ump, at: tick)
    default: break
    }
  }

  private mutating func append(
    _ message: TrackEvent.Message, of group: UInt8?, at tick: UInt32
  ) {
    events.append(Event(group: group, event: TrackEvent(tick: tick, message: message)))
  }

  private mutating func appendChannel(_ ump: UMP, at tick: UInt32) {
    let channel = MIDI1ChannelMessage(
      status: ump.status, data1: ump.data1 & 0x7F, data2: ump.data2 & 0x7F)
    if let channel { append(.channel(channel), of: ump.group, at: tick) }
  }

  /// The most bytes that an event of a file has, and the F0 before them.
  private static var longestSysEx: Int { 1 << 28 }

  /// Collects a SysEx message of a group in place, and appends it when it is complete.
  private mutating func appendSysEx(_ ump: UMP, at tick: UInt32) {
    guard let form = SysEx7Form(status: ump.status) else { return }
    if form.isFirst { sysEx[ump.group] = [] }
    sysEx[ump.group]?.append(contentsOf: MIDI1Bytes(ump).array)
    guard form.isLast, let bytes = sysEx.removeValue(forKey: ump.group) else { return }
    guard bytes.count <= Self.longestSysEx else { return }
    append(.sysEx(Array(bytes.dropFirst())), of: ump.group, at: tick)
  }
}

extension ClipFlattener {
  private mutating func appendFlexData(_ ump: UMP, at tick: UInt32) {
    let message = UMPMessage(ignoringReserved: ump)
    guard case .flexData(_, _, let data) = message else { return }
    switch data {
    case .setTempo(let tempo): appendTempo(tempo, at: tick)
    case .setTimeSignature(let signature): appendTimeSignature(signature, at: tick)
    case .setMetronome(let metronome): setClocks(metronome.clocksPerPrimaryClick, at: tick)
    case .setKeySignature(let key): appendKey(key, at: tick)
    case .setChordName: break
    case .text:
      guard let text = texts.take(message) else { return }
      append(.meta(type: Self.metaType(text.kind), data: Array(text.text.utf8)), of: nil, at: tick)
    }
  }

  private mutating func appendTempo(_ tempo: FlexTempo, at tick: UInt32) {
    let units = UInt64(tempo.tenNanosecondsPerQuarterNote)
    guard units > 0 else { return }
    let microseconds = min(max(1, (units + 50) / 100), 0xFF_FFFF)
    let data = [16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
    append(.meta(type: 0x51, data: data), of: nil, at: tick)
  }

  private mutating func appendTimeSignature(_ signature: FlexTimeSignature, at tick: UInt32) {
    guard signature.numerator > 0, signature.denominatorPower > 0 else { return }
    timeSignature = signature
    timeSignatureIndex = events.count
    append(Self.meta(signature, clocksPerClick), of: nil, at: tick)
  }

  /// Applies a metronome to the following time signatures, and to a preceding one of the same tick.
  private mutating func setClocks(_ clocks: UInt8, at tick: UInt32) {
    clocksPerClick = clocks
    guard let timeSignature, events[timeSignatureIndex].event.tick == tick else { return }
    events[timeSignatureIndex].event.message = Self.meta(timeSignature, clocks)
  }

  private static func meta(_ signature: FlexTimeSignature, _ clocks: UInt8) -> TrackEvent.Message {
    let head = [signature.numerator, signature.denominatorPower]
    return .meta(type: 0x58, data: head + [clocks, signature.thirtySecondNotes])
  }

  private mutating func appendKey(_ key: FlexKeySignature, at tick: UInt32) {
    let sharps = key.sharpsOrFlats.rawValue
    guard sharps >= -7 else { return }
    let isMinor = key.tonic == MIDIKey.tonic(sharps: Int(sharps), isMinor: true)
    let data = [UInt8(bitPattern: sharps), isMinor ? 1 : 0]
    append(.meta(type: 0x59, data: data), of: nil, at: tick)
  }

  private static func metaType(_ kind: FlexDataTextKind) -> UInt8 {
    switch kind {
    case .copyrightNotice: 0x02
    case .projectName, .compositionName, .clipName: 0x03
    case .lyrics: 0x05
    case .unknownPerformance: 0x06
    default: 0x01
    }
  }
}
