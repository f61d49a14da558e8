import Foundation
import Testing

@testable import TenutoRender
@testable import TenutoSystem

@Suite struct FileFeedTests {
  let folder: NodeFolder
  init() throws { folder = try NodeFolder() }

  /// The output of a feed over a number of frames, one channel after the other.
  private func hear(
    _ feed: FileFeed, _ frameCount: Int, cycle: Int = 128, isFilled: Bool = true
  ) throws -> [[Float]] {
    let count = feed.ring.channelCount
    let memory = ChannelMemory(channelCount: count, capacity: cycle)
    var heard = [[Float]](repeating: [], count: count)
    var left = frameCount
    while left > 0 {
      let frames = min(cycle, left)
      if isFilled { try feed.fill(frameCount: frames) }
      unsafe feed.ring.read(into: memory.channels, frameCount: frames)
      for channel in 0..<count { heard[channel] += memory.samples(channel, 0..<frames) }
      left -= frames
    }
    return heard
  }

  @Test("A file plays from its first frame to its last, then silence follows")
  func plays() throws {
    let path = try folder.write("a.wav", frames: 100_000)
    let feed = try FileFeed(FileInput(path: path, channelCount: 2), sampleRate: 48000)
    #expect(feed.frameCount == 100_000 && feed.position == 0)
    let heard = try hear(feed, 100_000 - 5, cycle: 1000)
    #expect(!feed.hasEnded && feed.position == 99_995)
    let rest = try hear(feed, 1000, cycle: 1000)
    for channel in 0..<2 {
      let expected = (0..<100_000).map { NodeFolder.sample($0, channel) }
      #expect(heard[channel] + rest[channel].prefix(5) == expected)
      #expect(rest[channel].dropFirst(5).allSatisfy { $0 == 0 })
    }
    #expect(feed.hasEnded && feed.position == 100_000 && feed.error == nil)
    #expect(feed.ring.missedFrames == 0)
  }

  @Test("A loop continues without a gap, to the frame", arguments: [1, 777, 4096, 10_000])
  func loops(_ frames: Int) throws {
    let path = try folder.write("a.wav", frames: frames, channelCount: 1)
    let feed = try FileFeed(
      FileInput(path: path, channelCount: 1, isLooped: true), sampleRate: 48000)
    let total = 3 * frames + 5000
    let heard = try hear(feed, total, cycle: 333)
    #expect(heard[0] == (0..<total).map { NodeFolder.sample($0 % frames, 0) })
    #expect(feed.position == total % frames && !feed.hasEnded)
    #expect(feed.ring.missedFrames == 0)
  }

  @Test("A file without frames ends at once, looped too", arguments: [true, false])
  func empty(_ isLooped: Bool) throws {
    let path = try folder.write("a.wav", frames: 0)
    let feed = try FileFeed(
      FileInput(path: path, channelCount: 2, isLooped: isLooped), sampleRate: 48000)
    #expect(try hear(feed, 256)[0].allSatisfy { $0 == 0 })
    #expect(feed.hasEnded && feed.position == 0 && feed.ring.missedFrames == 0)
  }

  @Test("Its thread reads ahead without being asked")
  func readsAhead() throws {
    let path = try folder.write("a.wav", frames: 80_000, channelCount: 1)
    let feed = try FileFeed(FileInput(path: path, channelCount: 1), sampleRate: 48000)
    var heard: [Float] = []
    while heard.count < 80_000 {
      var lead = 0
      for _ in 0..<10_000 where lead <= 0 {
        lead = feed.ring.lead
        if lead <= 0 { usleep(1000) }
      }
      try #require(lead > 0, "nothing was read ahead")
      heard += try hear(feed, min(lead, 80_000 - heard.count), isFilled: false)[0]
    }
    #expect(heard == (0..<80_000).map { NodeFolder.sample($0, 0) })
    #expect(feed.ring.missedFrames == 0)
  }

  @Test("A file of another sample rate is refused, and both rates are named")
  func otherRate() throws {
    let path = try folder.write("a.wav", frames: 10, sampleRate: 44100)
    let error = #expect(throws: HostError.self) {
      _ = try FileFeed(FileInput(path: path, channelCount: 2), sampleRate: 48000)
    }
    #expect(error?.code == .formatRefused)
    #expect(error?.message.contains("44100 Hz") == true)
    #expect(error?.message.contains("48000") == true)
  }

  @Test("Other channels and a missing file are refused")
  func refused() throws {
    let path = try folder.write("a.wav", frames: 10)
    let error = #expect(throws: HostError.self) {
      _ = try FileFeed(FileInput(path: path, channelCount: 1), sampleRate: 48000)
    }
    #expect(error?.code == .graphInvalid)
    let missing = #expect(throws: HostError.self) {
      _ = try FileFeed(FileInput(path: path + "x", channelCount: 1), sampleRate: 48000)
    }
    #expect(missing?.code == .fileNotFound)
  }
}

@Suite struct FeedRingTests {
  private func put(_ frames: [Float], into ring: FeedRing) { ring.write(frames.span) }

  @Test("Late audio is silent, counted and skipped: the feed stays in time")
  func late() {
    let ring = FeedRing.allocate(channelCount: 1, capacity: 16)
    defer { ring.deallocate() }
    let memory = ChannelMemory(channelCount: 1, capacity: 16)
    put([1, 2, 3, 4], into: ring)
    unsafe ring.read(into: memory.channels, frameCount: 6)
    #expect(memory.samples(0, 0..<6) == [1, 2, 3, 4, 0, 0])
    #expect(ring.missedFrames == 2 && ring.misses == 1)
    #expect(ring.lead == -2)
    ring.skip(2)
    put([7, 8], into: ring)
    ring.finish()
    unsafe ring.read(into: memory.channels, frameCount: 4)
    #expect(memory.samples(0, 0..<4) == [7, 8, 0, 0])
    #expect(ring.missedFrames == 2, "what lies behind the end is not missed")
    #expect(ring.position == 10 && ring.end == 8)
  }

  @Test("Frames go round the end of the memory")
  func wraps() {
    let ring = FeedRing.allocate(channelCount: 2, capacity: 7)
    defer { ring.deallocate() }
    let memory = ChannelMemory(channelCount: 2, capacity: 7)
    for round in 0..<20 {
      let frames = (0..<5).map { Float(round * 5 + $0) }
      put(frames.flatMap { [$0, -$0] }, into: ring)
      unsafe ring.read(into: memory.channels, frameCount: 5)
      #expect(memory.samples(0, 0..<5) == frames)
      #expect(memory.samples(1, 0..<5) == frames.map { -$0 })
    }
  }
}

@Suite struct FileTakeTests {
  let folder: NodeFolder
  init() throws { folder = try NodeFolder() }

  @Test("Input is in the file, with silence for gaps")
  func keeps() throws {
    let path = "\(folder.path)/take.wav"
    let take = try FileTake(FileOutput(path: path, channelCount: 3), sampleRate: 48000)
    let memory = ChannelMemory(channelCount: 4, capacity: 128)
    for frame in 0..<128 { unsafe memory.channels[3][frame] = 0 }
    for cycle in 0..<100 {
      for frame in 0..<128 {
        unsafe memory.channels[0][frame] = NodeFolder.sample(cycle * 128 + frame, 0)
        unsafe memory.channels[2][frame] = NodeFolder.sample(cycle * 128 + frame, 2)
      }
      try take.makeRoom(frameCount: 128)
      let inputs: [UnsafePointer<Float>?] = unsafe [
        UnsafePointer(memory.channels[0]), nil, UnsafePointer(memory.channels[2]),
      ]
      unsafe take.tap.write(inputs, silence: UnsafePointer(memory.channels[3]), frameCount: 128)
    }
    #expect(!FileManager.default.fileExists(atPath: path), "it takes its place when it is whole")
    try take.finish()
    let channels = try SoundFileReader(path: path).readAll()
    #expect(channels[0] == (0..<12800).map { NodeFolder.sample($0, 0) })
    #expect(channels[1] == [Float](repeating: 0, count: 12800))
    #expect(channels[2] == (0..<12800).map { NodeFolder.sample($0, 2) })
    #expect(take.lostFrames == 0 && take.state.error == nil)
  }

  @Test("A cancelled take leaves an existing file")
  func cancelled() throws {
    let path = try folder.write("take.wav", frames: 7)
    let take = try FileTake(FileOutput(path: path), sampleRate: 48000)
    take.cancel()
    #expect(try SoundFileReader(path: path).frameCount == 7)
  }

  @Test("A file that cannot be made is refused")
  func refused() {
    #expect(throws: HostError.self) {
      _ = try FileTake(FileOutput(path: "\(folder.path)/take.mp3"), sampleRate: 48000)
    }
    #expect(throws: HostError.self) {
      _ = try FileTake(FileOutput(path: "\(folder.path)/no/take.wav"), sampleRate: 48000)
    }
  }
}
