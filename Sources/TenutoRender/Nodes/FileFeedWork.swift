internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// The reading of a `FileFeed`, as long as it or its thread needs it.
final class FileFeedWork: Sendable {
  let ring: FeedRing
  private let isCancelled = Atomic<Bool>(false)
  private let state: Mutex<State>

  /// Frames that are read at once.
  static let blockFrames = 4096
  /// How often the thread looks whether there is room.
  private static let pauseMicroseconds: UInt32 = 20_000

  private struct State {
    let reader: SoundFileReader
    let isLooped: Bool
    var block: [Float]
    /// Whether nothing comes any more.
    var isDone = false
    /// Whether the file gave nothing since it was begun.
    var isFresh = true
    var error: HostError?
  }

  /// Reads two seconds ahead: disks stall.
  init(_ reader: sending SoundFileReader, isLooped: Bool, sampleRate: Int) {
    ring = .allocate(
      channelCount: reader.channelCount, capacity: max(2 * sampleRate, 8 * Self.blockFrames))
    let block = [Float](repeating: 0, count: Self.blockFrames * reader.channelCount)
    state = Mutex(State(reader: reader, isLooped: isLooped, block: block))
  }

  deinit { ring.deallocate() }

  var error: HostError? { state.withLock { $0.error } }

  /// Ends the thread soon.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Keeps the ring full until the file ends.
  func run() {
    while !isCancelled.load(ordering: .acquiring) {
      fill(frameCount: ring.capacity - Self.blockFrames)
      if state.withLock({ $0.isDone }) { return }
      usleep(Self.pauseMicroseconds)
    }
  }

  /// Reads until `frameCount` frames are there, or nothing comes any more.
  func fill(frameCount: Int) {
    precondition(frameCount <= ring.capacity - Self.blockFrames, "more than the ring can hold")
    while state.withLock({ ring.lead < frameCount && step(&$0) }) {
      if isCancelled.load(ordering: .relaxed) { return }
    }
  }

  /// Reads a block; false where nothing comes any more.
  private func step(_ state: inout State) -> Bool {
    if state.isDone { return false }
    do throws(HostError) {
      let reader = state.reader
      var span = state.block.mutableSpan
      let count = try reader.read(interleaved: &span)
      if count > 0 {
        deliver(state.block.span.extracting(first: count * ring.channelCount))
        state.isFresh = false
        return true
      }
      if state.isLooped && !state.isFresh {
        try state.reader.rewind()
        state.isFresh = true
        return true
      }
    } catch {
      state.error = error
    }
    state.isDone = true
    ring.finish()
    return false
  }

  /// Hands frames on, without those that the reader has passed already.
  private func deliver(_ frames: Span<Float>) {
    let count = frames.count / ring.channelCount
    let late = min(count, max(0, -ring.lead))
    ring.skip(late)
    ring.write(frames.extracting(droppingFirst: late * ring.channelCount))
  }
}
