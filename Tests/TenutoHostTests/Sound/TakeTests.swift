import Testing

#if canImport(Glibc)
import Glibc

@testable import TenutoRender
@testable import TenutoSystem
#endif

/// Recordings that are kept whatever happens.
struct TakeTests {
  let folder = TestFolder()

  private func recorder(_ name: String) throws -> Recorder {
    let path = "\(folder.path)/\(name)"
    return try Recorder(
      take: path, format: SoundFileFormat(path: path), sampleRate: 48_000, channelCount: 1)
  }

  @Test(
    "A file at its size limit is ended, and the next one continues without a gap",
    arguments: ["x.wav", "x.flac", "x.ogg"])
  func full(_ name: String) async {
    // The limit of the file size stands for a full disk; it holds for a whole process, and an
    // ordinary user has it as well.
    await #expect(processExitsWith: .success) { [folder = folder.path as String, name] in
      var limit = rlimit(rlim_cur: 400_000, rlim_max: 400_000)
      precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let path = "\(folder)/\(name)"
      let format = try SoundFileFormat(path: path)
      let recorder = try Recorder(
        take: path, format: format, sampleRate: 48_000, channelCount: 1)
      let noise = TakeFeed.noise(format == .oggVorbis ? 2_400_000 : 300_000)
      TakeFeed.play(noise, into: recorder)
      try recorder.finish()
      guard let state = recorder.state else { preconditionFailure("no state") }
      precondition(state.interruptions == state.files.count - 1, "\(state)")
      precondition(state.files.count > 1 && state.lostFrames == 0, "\(state)")
      precondition(state.error == nil && state.messages.count == state.interruptions, "\(state)")
      precondition(state.messages[0].contains("File too large"), "\(state)")
      precondition(state.files[1].path == path.replacing("x.", with: "x-2."), "\(state)")
      precondition(state.files.allSatisfy(\.isWhole) && state.frameCount == noise.count, "\(state)")
      let sound = try TakeFeed.sound(state.files.map(\.path))
      switch format {
      case .oggVorbis: precondition(sound.count == noise.count)
      case .wavFloat32: precondition(sound == noise)
      default: precondition(TakeFeed.isSame(sound, noise))
      }
    }
    #expect(folder.names().allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test("No existing file is replaced")
  func names() throws {
    folder.write("x.wav", "good")
    folder.write("x-3.wav", "good too")
    let (one, other) = (try recorder("x.wav"), try recorder("x.wav"))
    #expect(folder.names() == ["x-2.wav.part", "x-3.wav", "x-4.wav.part", "x.wav"])
    #expect(one.state?.messages.first?.contains("x.wav is there already") == true)
    TakeFeed.play([0.5], into: one)
    TakeFeed.play([0.25], into: other)
    // Another program takes the name in between.
    folder.write("x-2.wav", "also good")
    try one.finish()
    try other.finish()
    #expect(one.state?.files.map(\.path) == ["\(folder.path)/x-5.wav"])
    #expect(other.state?.files.map(\.path) == ["\(folder.path)/x-4.wav"])
    #expect(folder.bytes("x.wav") == Array("good".utf8))
    #expect(folder.bytes("x-2.wav") == Array("also good".utf8))
    #expect(
      try TakeFeed.sound(["\(folder.path)/x-5.wav", "\(folder.path)/x-4.wav"]) == [0.5, 0.25])
  }

  @Test("An empty recording leaves no file, and a cancelled one keeps its frames")
  func cancelled() throws {
    try recorder("x.wav").finish()
    #expect(folder.names().isEmpty)
    let recorder = try recorder("x.wav")
    TakeFeed.play([0.5, 0.25], into: recorder)
    recorder.cancel()
    #expect(try TakeFeed.sound(["\(folder.path)/x.wav"]) == [0.5, 0.25])
  }

  @Test(
    "A file removed while it is recorded is reported, and another one continues",
    .timeLimit(.minutes(2)))
  func removed() throws {
    let recorder = try recorder("x.wav")
    TakeFeed.play(TakeFeed.noise(8192), into: recorder)
    #expect(unsafe unlink("\(folder.path)/x.wav.part") == 0)
    while recorder.state?.interruptions == 0 { usleep(10_000) }
    TakeFeed.play([0.5], into: recorder)
    try recorder.finish()
    let state = try #require(recorder.state)
    #expect(state.messages.contains { $0.contains("was removed or renamed") }, "\(state)")
    #expect(state.lostFrames == 8192)
    #expect(try TakeFeed.sound(["\(folder.path)/x.wav"]) == [0.5])
  }

  @Test("A killed host's recording gets its name at the next recording")
  func left() throws {
    let noise = TakeFeed.noise(20_000)
    let bytes = try TakeFeed.cutOff(noise, at: "\(folder.path)/x.wav.part", .wavFloat32)
    #expect(bytes.count == 112 + 80_000)
    folder.write("x-2.wav.part", "")
    folder.write("other.wav.part", "")
    let recorder = try recorder("x.wav")
    #expect(folder.names() == ["other.wav.part", "x-2.wav.part", "x.wav"])
    #expect(recorder.state?.messages.first?.contains("was left by a host") == true)
    #expect(try TakeFeed.sound(["\(folder.path)/x.wav"]) == noise)
    // A file that is being recorded belongs to its recorder.
    let error = #expect(throws: HostError.self) {
      try TakeRecovery.recover("\(folder.path)/x-2.wav.part")
    }
    #expect(error?.code == .refused)
    try recorder.finish()
  }

  @Test("The header is right while a file is recorded", .timeLimit(.minutes(2)))
  func header() throws {
    for name in ["x.wav", "x.flac"] {
      let recorder = try recorder(name)
      TakeFeed.play(TakeFeed.noise(48_000), into: recorder)
      var count = 0
      while count < 32_768 {
        usleep(20_000)
        guard recorder.state?.files.first?.frameCount ?? 0 > 0 else { continue }
        count = try SoundFileReader(path: "\(folder.path)/\(name).part").frameCount
      }
      #expect(count <= 48_000)
      try recorder.finish()
    }
  }
}

/// Frames that a recorder has no room for.
struct RecordingGapTests {
  private func write(_ ring: AudioRing, _ sample: Float, _ count: Int) -> Bool {
    guard ring.admit(frameCount: count) else { return false }
    let samples = [Float](repeating: sample, count: count)
    unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe ring.write(base, channel: 0, frameCount: count)
    }
    ring.publish(frameCount: count)
    return true
  }

  private func read(_ ring: AudioRing) -> [Float] {
    var read: [Float] = []
    while unsafe ring.read({ samples in
      for index in samples.indices { unsafe read.append(samples[index]) }
      return samples.count
    }) > 0 {}
    return read
  }

  @Test("Silence replaces lost frames, so that the time is kept")
  func silence() {
    let ring = AudioRing.allocate(channelCount: 1, frameCapacity: 8)
    defer { ring.deallocate() }
    #expect(write(ring, 1, 4) && write(ring, 2, 4))
    #expect(!write(ring, 3, 4))
    #expect(read(ring) == [1, 1, 1, 1, 2, 2, 2, 2])
    #expect(write(ring, 4, 4))
    #expect(read(ring) == [0, 0, 0, 0, 4, 4, 4, 4])
    // Part of a ring can be read as well.
    #expect(write(ring, 5, 4))
    #expect(unsafe ring.read { _ in 1 } == 1 && ring.readableFrames == 3)
    #expect(read(ring) == [5, 5, 5])
  }

  @Test("A long gap is not filled: the reader gets its position")
  func cut() {
    let ring = AudioRing.allocate(channelCount: 1, frameCapacity: 8, silenceLimit: 4)
    defer { ring.deallocate() }
    #expect(write(ring, 1, 8))
    for _ in 0..<2 { #expect(!write(ring, 2, 4)) }
    #expect(unsafe ring.read { _ in 4 } == 4)
    #expect(write(ring, 3, 4))
    #expect(ring.isCut && !ring.takeCut())
    #expect(read(ring) == [1, 1, 1, 1])
    #expect(ring.takeCut() && !ring.isCut)
    #expect(read(ring) == [3, 3, 3, 3])
  }
}
