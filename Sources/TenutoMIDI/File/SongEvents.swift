/// The playable events of a song in time order.
///
/// They are decoded from the bytes of the file during iteration, so they take no extra memory;
/// `Array(song.events)` holds all of them.
public struct SongEvents: Sequence, Sendable {
  let tracks: SongTracks
  let firstPart: SongPart

  /// Starts at the start of the song.
  ///
  /// Thread: control.
  public func makeIterator() -> Iterator {
    Iterator(self)
  }

  /// Decodes one event after the other.
  public struct Iterator: IteratorProtocol {
    private let tracks: SongTracks
    private var index = 0
    private var part: SongPart
    private var start = 0.0
    private var merge: TrackMerge
    private var players: [TrackPlayer]

    /// The last decoded event, and its remaining packets.
    private var current = SongEvent(seconds: 0, tick: 0, track: 0, ump: UMP(0))
    private var packets = PacketStream()

    fileprivate init(_ events: SongEvents) {
      tracks = events.tracks
      part = events.firstPart
      let hasParts = tracks.partCount > 0
      merge = hasParts ? tracks.merge(part: 0) : TrackMerge([], [])
      players = Array(
        repeating: TrackPlayer(), count: hasParts ? tracks.tracks(ofPart: 0).count : 0)
    }

    /// Returns the next event, nil at the end.
    ///
    /// Thread: control.
    public mutating func next() -> SongEvent? {
      while true {
        if let ump = packets.next() {
          current.ump = ump
          return current
        }
        guard let (place, event) = merge.next() else {
          guard moveToNextPart() else { return nil }
          continue
        }
        packets = players[place].play(event.message)
        current.tick = event.tick
        current.seconds = start + part.tempoMap.seconds(atTick: event.tick)
        current.track = tracks.tracks(ofPart: index).lowerBound + place
      }
    }

    private mutating func moveToNextPart() -> Bool {
      guard index + 1 < tracks.partCount else { return false }
      start += part.duration
      index += 1
      part = tracks.part(index)
      merge = tracks.merge(part: index)
      players = [TrackPlayer()]
      return true
    }
  }
}
