/// Merges the events of simultaneous tracks in time order, directly from the bytes of a file.
///
/// At one tick tracks keep their order, and so do the events of a track. It stores no events: each
/// track has a cursor, and the time of its next event is in a heap.
struct TrackMerge {
  private let bytes: [UInt8]
  private var cursors: [TrackCursor]

  /// The tick of each track's next event in the high half, the track's index in the low half.
  private var heap: [UInt64] = []

  /// The tick of the last event read.
  private(set) var lastTick: UInt32 = 0

  /// Starts at the start of the tracks, whose bytes have been validated.
  init(_ bytes: [UInt8], _ tracks: some Sequence<Range<Int>>) {
    self.bytes = bytes
    cursors = tracks.map { TrackCursor($0) }
    heap.reserveCapacity(cursors.count)
    for place in cursors.indices {
      if let key = readKey(place) { heap.append(key) }
    }
    for index in heap.indices.prefix(heap.count / 2).reversed() { siftDown(index) }
  }

  /// Reads the next event, with the index of its track; nil after the last one.
  mutating func next() -> (place: Int, event: TrackEvent)? {
    guard let first = heap.first else { return nil }
    let place = Int(first & 0xFFFF_FFFF)
    let bytes = bytes
    var reader = TrackReader(bytes.span, at: cursors[place])
    // Validated before: an error can only follow the end of a track.
    guard let message = try? reader.readMessage() else { return nil }
    cursors[place] = reader.cursor
    let event = TrackEvent(tick: reader.tick, message: message)
    lastTick = event.tick
    if !event.isEndOfTrack, let key = readKey(place) {
      heap[0] = key
    } else {
      let last = heap.removeLast()
      if !heap.isEmpty { heap[0] = last }
    }
    siftDown(0)
    return (place, event)
  }

  /// Reads the time of the next event of a track; nil at its end.
  private mutating func readKey(_ place: Int) -> UInt64? {
    let bytes = bytes
    var reader = TrackReader(bytes.span, at: cursors[place])
    guard !reader.isAtEnd, (try? reader.readDelta()) != nil else { return nil }
    cursors[place] = reader.cursor
    return UInt64(reader.tick) << 32 | UInt64(place)
  }

  /// Moves a key down until both keys below it are at least as large.
  private mutating func siftDown(_ start: Int) {
    guard start < heap.count else { return }
    var index = start
    let key = heap[index]
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < key else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = key
  }
}
