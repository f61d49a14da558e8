import Synchronization
import TenutoJACK
import TenutoMIDI

/// The events recorded so far; the receivers' thread appends to it.
final class MIDITake: Sendable {
  private struct Track {
    let name: String
    var events: [HostTimedUMP] = []
  }

  /// In the order of their first events.
  private let tracks = Mutex<[Track]>([])

  private static let ticksPerQuarter: UInt16 = 25_000
  /// At 120 beats per minute, the default of a file without a tempo.
  private static let nanosecondsPerTick: UInt64 = 20_000

  /// Appends the events of a source.
  func append(_ events: [HostTimedUMP], from source: MIDIEndpointRecord) {
    // Active Sensing only shows that the cable is connected.
    let events = events.filter { $0.ump.messageType != 1 || $0.ump.status != 0xFE }
    guard !events.isEmpty else { return }
    tracks.withLock { tracks in
      let name = source.displayName
      let index = tracks.firstIndex { $0.name == name } ?? tracks.endIndex
      if index == tracks.endIndex { tracks.append(Track(name: name)) }
      tracks[index].events += events
    }
  }

  /// Number of packets.
  var eventCount: Int { tracks.withLock { $0.reduce(0) { $0 + $1.events.count } } }

  /// The time from the first event to the last.
  var seconds: Double {
    let times = tracks.withLock { $0.flatMap { $0.events.map(\.hostTime) } }
    guard let first = times.min(), let last = times.max() else { return 0 }
    return Double(last - first) / 1e9
  }

  /// Returns a file of format 1, with a track for each source.
  func file() -> StandardMIDIFile {
    let tracks = tracks.withLock { $0 }
    let start = tracks.flatMap { $0.events.map(\.hostTime) }.min() ?? 0
    return StandardMIDIFile(
      format: .simultaneous, division: .ticksPerQuarter(Self.ticksPerQuarter),
      tracks: tracks.map { Self.track($0, start) })
  }

  private static func track(_ track: Track, _ start: UInt64) -> [TrackEvent] {
    var writer = MIDITakeTrack(name: track.name)
    for event in track.events.sorted(by: { $0.hostTime < $1.hostTime }) {
      let tick = (event.hostTime - start + nanosecondsPerTick / 2) / nanosecondsPerTick
      writer.append(event.ump, tick: UInt32(clamping: tick))
    }
    return writer.finish()
  }
}

/// Writes the packets of one source as events of a track.
private struct MIDITakeTrack: ~Copyable {
  private var events: [TrackEvent]
  private var sysEx = SysExBytes()
  private var sounding = NoteTracker()
  private let translator = MIDI2ToMIDI1Translator()
  private var lastTick: UInt32 = 0

  init(name: String) {
    events = [TrackEvent(tick: 0, message: .meta(type: 0x03, data: Array(name.utf8)))]
  }

  mutating func append(_ ump: UMP, tick: UInt32) {
    lastTick = max(lastTick, tick)
    for ump in translator.translate(ump).array {
      if let message = sysEx.take(ump) {
        events.append(TrackEvent(tick: tick, message: .sysEx(Array(message.dropFirst()))))
      }
      switch ump.messageType {
      case 2: appendVoice(ump, tick)
      case 1: events.append(TrackEvent(tick: tick, message: .escape(MIDI1Bytes(ump).array)))
      default: break
      }
    }
  }

  /// Returns the complete track; held keys and pedals are released.
  mutating func finish() -> [TrackEvent] {
    for ump in sounding.releaseAll() { appendVoice(ump, lastTick) }
    return events + [TrackEvent(tick: lastTick, message: .endOfTrack)]
  }

  private mutating func appendVoice(_ ump: UMP, _ tick: UInt32) {
    guard
      let message = MIDI1ChannelMessage(status: ump.status, data1: ump.data1, data2: ump.data2)
    else { return }
    events.append(TrackEvent(tick: tick, message: .channel(message)))
    sounding.take(ump)
  }
}
