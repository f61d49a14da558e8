import TenutoCore
import Testing

#if canImport(Glibc)
import Glibc

@testable import TenutoRender
@testable import TenutoSystem
#endif

/// The recoverable part of a file that was truncated at any position.
struct TakeRecoveryTests {
  let folder = TestFolder()

  private static let frameCount = 30_000
  /// Bytes of the header of WAV.
  private static let headerByteCount = 112

  /// Recovers the first bytes of a file; returns its content.
  private func recovered(
    _ bytes: ArraySlice<UInt8>, _ name: String
  ) throws -> (frameCount: Int, sound: [Float])? {
    folder.write(bytes: Array(bytes), "\(name).part")
    let outcome = try #require(try TakeRecovery.recover("\(folder.path)/\(name)").first)
    guard let path = outcome.newPath else { return nil }
    defer { unsafe unlink(path) }
    let reader = try SoundFileReader(path: path)
    #expect(reader.frameCount == outcome.frameCount && outcome.sampleRate == 48_000)
    // Once repaired, it is whole.
    let again = try TakeRecovery.recover(path)
    #expect(again.map(\.isChanged) == [false] && again[0].frameCount == outcome.frameCount)
    return (outcome.frameCount, try reader.readAll()[0])
  }

  /// Places to cut a file at: some early, some odd, the end.
  private func places(_ count: Int) -> [Int] {
    var numbers = SeededRandom(seed: 7)
    return [count, count - 1, count - 7, count / 2]
      + (0..<12).map { _ in Int.random(in: count / 4..<count, using: &numbers) }
  }

  @Test("Of WAV every whole frame comes back", arguments: [SoundFileFormat.wavFloat32, .wavInt24])
  func wav(_ format: SoundFileFormat) throws {
    let noise = TakeFeed.noise(Self.frameCount)
    let bytes = try TakeFeed.cutOff(noise, at: "\(folder.path)/whole", format)
    let frameBytes = format == .wavInt24 ? 3 : 4
    #expect(bytes.count == Self.headerByteCount + frameBytes * noise.count)
    for place in places(bytes.count) {
      let (count, sound) = try #require(try recovered(bytes[..<place], "x.wav"))
      #expect(count == (place - Self.headerByteCount) / frameBytes)
      #expect(TakeFeed.isSame(sound, Array(noise.prefix(count))))
      if format == .wavFloat32 { #expect(sound == Array(noise.prefix(count))) }
    }
  }

  @Test("Of FLAC every whole block comes back")
  func flac() throws {
    let noise = TakeFeed.noise(Self.frameCount)
    let bytes = try TakeFeed.cutOff(noise, at: "\(folder.path)/whole", .flacInt24)
    for place in places(bytes.count) {
      let (count, sound) = try #require(try recovered(bytes[..<place], "x.flac"))
      #expect(count % 4096 == 0)
      #expect(TakeFeed.isSame(sound, Array(noise.prefix(count))))
      // 24 bits of noise cannot be made smaller than 20.
      let coded = 4096 * 3
      #expect(count + 4096 > (place - 8192) / coded * 4096, "\(place)")
    }
    let whole = try #require(try recovered(bytes[...], "x.flac"))
    #expect(whole.frameCount == (Self.frameCount - 1) / 4096 * 4096)
  }

  @Test("Of Ogg every whole page comes back")
  func ogg() throws {
    let noise = TakeFeed.noise(200_000)
    let bytes = try TakeFeed.cutOff(noise, at: "\(folder.path)/whole", .oggVorbis)
    let whole = try #require(try recovered(bytes[...], "x.ogg"))
    #expect(whole.frameCount > 150_000)
    for place in places(bytes.count) {
      let (count, sound) = try #require(try recovered(bytes[..<place], "x.ogg"))
      #expect(sound.count == count && count > 0)
      #expect(sound == Array(whole.sound.prefix(count)))
    }
  }

  @Test("Sound behind damage in the middle is kept", arguments: ["x.flac", "x.ogg"])
  func damage(_ name: String) throws {
    let format = try SoundFileFormat(path: name)
    var bytes = try TakeFeed.cutOff(
      TakeFeed.noise(200_000), at: "\(folder.path)/whole", format)
    let count = bytes.count
    for index in count / 2..<count / 2 + 100 { bytes[index] = 0 }
    folder.write(bytes: bytes, "\(name).part")
    let outcome = try #require(try TakeRecovery.recover("\(folder.path)/\(name).part").first)
    #expect(outcome.frameCount > 150_000)
    #expect(folder.bytes(name).count > count - 70_000)
  }

  @Test("A floating-point file of more than 4 GiB becomes RF64")
  func long() throws {
    let path = "\(folder.path)/x.wav.part"
    _ = try TakeFeed.cutOff([0.5, 0.25], at: path, .wavFloat32)
    // Nothing is written after it: the file system keeps no room for it.
    let frameCount = (5 << 30) / 4
    #expect(unsafe truncate(path, Self.headerByteCount + frameCount * 4 + 3) == 0)
    let outcome = try #require(try TakeRecovery.recover(path).first)
    #expect(outcome.frameCount == frameCount)
    let number = unsafe open("\(folder.path)/x.wav", O_RDONLY)
    defer { close(number) }
    let header = try FileBytes(number).read(at: 0, count: 120)
    #expect(header.starts(with: "RF64".utf8) && header[12..<16].elementsEqual("ds64".utf8))
    #expect(header[104..<108].elementsEqual("data".utf8))
    let reader = try SoundFileReader(path: "\(folder.path)/x.wav")
    #expect(reader.frameCount == frameCount)
    var samples = [Float](repeating: 1, count: 4)
    var span = samples.mutableSpan
    #expect(try reader.read(interleaved: &span) == 4)
    #expect(samples == [0.5, 0.25, 0, 0])
  }

  @Test("A complete file is unchanged, with any data after its audio")
  func whole() throws {
    for (name, tail) in [
      ("x.wav", "LIST\u{4}\0\0\0abcd"), ("x.flac", "TAG of others"), ("x.ogg", ""),
    ] {
      let path = "\(folder.path)/\(name)"
      let writer = try SoundFileWriter(
        path: path, format: SoundFileFormat(path: path), sampleRate: 48_000, channelCount: 1)
      try writer.write(channels: [TakeFeed.noise(9999)])
      try writer.finish()
      var bytes = folder.bytes(name) + Array(tail.utf8)
      if name == "x.wav" {
        bytes.replaceSubrange(4..<8, with: LittleEndian.bytes(UInt32(bytes.count - 8)))
      }
      folder.write(bytes: bytes, name)
      let outcome = try TakeRecovery.recover(path)
      #expect(outcome.map(\.isChanged) == [false] && outcome.map(\.frameCount) == [9999], "\(name)")
      #expect(folder.bytes(name) == bytes)
    }
  }

  @Test("Other files are refused and unchanged")
  func refused() throws {
    let texts = ["x.wav.part": "not a sound", "y.wav": "RIFF\0\0\0\0WAVE", "z.flac": "fLaC"]
    for (name, text) in texts {
      folder.write(name, text)
      let error = #expect(throws: HostError.self) {
        try TakeRecovery.recover("\(folder.path)/\(name)")
      }
      #expect(error?.code == .fileInvalid && error?.message.contains(name) == true)
      #expect(folder.bytes(name) == Array(text.utf8))
    }
    let missing = #expect(throws: HostError.self) {
      try TakeRecovery.recover("\(folder.path)/none.wav")
    }
    #expect(missing?.code == .fileNotFound)
  }

  @Test("Damaged files are repaired or refused, whatever their bytes")
  func hostile() throws {
    var numbers = SeededRandom(seed: 11)
    for (name, format) in [
      ("x.wav", SoundFileFormat.wavFloat32), ("x.flac", .flacInt24), ("x.ogg", .oggVorbis),
    ] {
      let good = try TakeFeed.cutOff(
        TakeFeed.noise(5000), at: "\(folder.path)/whole", format)
      for _ in 0..<150 {
        var bytes = Array(good.prefix(Int.random(in: 1...good.count, using: &numbers)))
        for _ in 0..<4 {
          let place = Int.random(in: 0..<min(bytes.count, 300), using: &numbers)
          bytes[place] = .random(in: 0...255, using: &numbers)
        }
        let path = folder.write(bytes: bytes, name)
        _ = try? TakeRecovery.recover(path)
        #expect(folder.bytes(name).count <= bytes.count + 1)
      }
    }
  }
}
