import TenutoRender
import Testing

struct SoundFileTests {
  let folder = TestFolder()

  /// A tone of 1/50 of the sample rate, half as loud in every next channel.
  static func tone(frameCount: Int, channelCount: Int) -> [[Float]] {
    (0..<channelCount).map { channel in
      (0..<frameCount).map { frame in
        0.8 * wave(Float(frame % 50) / 50) / Float(1 << channel)
      }
    }
  }

  /// One period of a smooth wave (parabolas), within -1...1.
  private static func wave(_ phase: Float) -> Float {
    let half = phase < 0.5 ? phase : phase - 0.5
    return (phase < 0.5 ? 16 : -16) * half * (0.5 - half)
  }

  @Test(
    "Sound is read back as it was written",
    arguments: ["x.wav", "x.int24.wav", "x.flac", "x.OGG"], [8000, 44100, 48000, 192_000])
  func roundTrip(_ name: String, _ sampleRate: Int) throws {
    let sound = Self.tone(frameCount: sampleRate / 2 + 7, channelCount: 2)
    let path = "\(folder.path)/\(name)"
    let format = try SoundFileFormat(path: path, isInt24: name.contains("int24"))
    let writer = try SoundFileWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: 2)
    try writer.write(channels: sound)
    try writer.finish()
    #expect(writer.frameCount == sound[0].count)
    #expect(folder.names() == [name])
    let reader = try SoundFileReader(path: path)
    #expect(reader.sampleRate == sampleRate && reader.channelCount == 2)
    #expect(reader.frameCount == sound[0].count)
    let back = try reader.readAll()
    #expect(back.map(\.count) == sound.map(\.count))
    switch format {
    case .wavFloat32: #expect(back == sound)
    case .wavInt24, .flacInt24: #expect(largestDifference(back, sound) < 1 / 8_000_000)
    // With loss: compared by energy, away from the ends.
    case .oggVorbis: #expect(relativeError(back, sound) < 0.1)
    }
  }

  @Test("All ways to write give the same file")
  func waysToWrite() throws {
    let sound = Self.tone(frameCount: 10_000, channelCount: 3)
    let interleaved = sound[0].indices.flatMap { frame in sound.map { $0[frame] } }
    func write(_ name: String, _ body: (SoundFileWriter) throws -> Void) throws -> [UInt8] {
      let writer = try SoundFileWriter(
        path: "\(folder.path)/\(name)", format: .wavFloat32, sampleRate: 48000, channelCount: 3)
      try body(writer)
      #expect(writer.frameCount == 10_000)
      try writer.finish()
      return folder.bytes(name)
    }
    let whole = try write("1.wav") { try $0.write(interleaved: interleaved.span) }
    let blocks = try write("2.wav") { writer in
      for start in stride(from: 0, to: 10_000, by: 64) {
        let block = interleaved[start * 3..<min(start + 64, 10_000) * 3]
        try writer.write(interleaved: block.span)
      }
    }
    let channels = try write("3.wav") { writer in
      for start in stride(from: 0, to: 10_000, by: 100) {
        try writer.write(channels: sound.map { Array($0[start..<start + 100]) })
      }
    }
    let mixed = try write("4.wav") { writer in
      try writer.write(channels: sound.map { Array($0[..<10]) })
      let rest = interleaved[30...]
      try writer.write(interleaved: rest.span)
    }
    #expect(whole == blocks && whole == channels && whole == mixed)
  }

  @Test("Floating-point WAV keeps levels above 1, and integers clip them")
  func clipping() throws {
    let sound: [[Float]] = [[0, 2, -3, 0.5]]
    #expect(try written(sound, "x.wav", .wavFloat32) == sound)
    for (name, format) in [("y.wav", SoundFileFormat.wavInt24), ("y.flac", .flacInt24)] {
      let back = try written(sound, name, format)
      #expect(largestDifference(back, [[0, 1, -1, 0.5]]) < 1 / 8_000_000)
    }
  }

  @Test("A WAV file below 4 GiB is an ordinary one")
  func ordinaryWAV() throws {
    _ = try written([[0, 1]], "x.wav", .wavFloat32)
    let bytes = folder.bytes("x.wav")
    #expect(bytes.starts(with: "RIFF".utf8))
    #expect(bytes[8..<12].elementsEqual("WAVE".utf8))
  }

  @Test("A file without sound is a file")
  func empty() throws {
    for (name, format) in [
      ("x.wav", SoundFileFormat.wavFloat32), ("x.flac", .flacInt24), ("x.ogg", .oggVorbis),
    ] {
      // FLAC has one silent frame: without any, nothing could read it.
      #expect(try written([[]], name, format) == (format == .flacInt24 ? [[0]] : [[]]))
    }
  }

  @Test("The same sound gives the same bytes at every run")
  func deterministic() async throws {
    let sound = Self.tone(frameCount: 30_000, channelCount: 2)
    let formats: [(String, SoundFileFormat)] = [
      ("f.wav", .wavFloat32), ("i.wav", .wavInt24), ("x.flac", .flacInt24), ("x.ogg", .oggVorbis),
    ]
    var runs: [[[UInt8]]] = []
    for run in 0..<2 {
      // Another second, since libsndfile's stamps count seconds.
      if run > 0 { try await Task.sleep(for: .milliseconds(1100)) }
      for (name, format) in formats { _ = try written(sound, name, format) }
      runs.append(formats.map { folder.bytes($0.0) })
    }
    for (index, format) in formats.enumerated() {
      #expect(!runs[0][index].isEmpty)
      #expect(runs[0][index] == runs[1][index], "\(format)")
    }
    // Sounds that differ have serial numbers that differ, so that Ogg files can be chained.
    _ = try written(sound.map { $0.map { $0 / 2 } }, "y.ogg", .oggVorbis)
    #expect(folder.bytes("y.ogg")[14..<18] != folder.bytes("x.ogg")[14..<18])
  }

  private func written(
    _ sound: [[Float]], _ name: String, _ format: SoundFileFormat
  ) throws -> [[Float]] {
    let path = "\(folder.path)/\(name)"
    let writer = try SoundFileWriter(
      path: path, format: format, sampleRate: 48000, channelCount: sound.count)
    try writer.write(channels: sound)
    try writer.finish()
    return try SoundFileReader(path: path).readAll()
  }

  private func largestDifference(_ first: [[Float]], _ second: [[Float]]) -> Float {
    zip(first.joined(), second.joined()).map { abs($0 - $1) }.max() ?? .infinity
  }

  private func relativeError(_ first: [[Float]], _ second: [[Float]]) -> Float {
    var (error, energy): (Float, Float) = (0, 0)
    for (one, other) in zip(first, second) {
      for frame in one.indices.dropFirst(1000).dropLast(1000) {
        error += (one[frame] - other[frame]) * (one[frame] - other[frame])
        energy += other[frame] * other[frame]
      }
    }
    return (error / energy).squareRoot()
  }
}
