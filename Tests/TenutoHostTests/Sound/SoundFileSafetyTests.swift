import TenutoCore
import TenutoRender
import TenutoSystem
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct SoundFileSafetyTests {
  let folder = TestFolder()

  @Test("A file that is not finished never replaces a good one")
  func unfinished() throws {
    let path = folder.write("x.wav", "good")
    do {
      let writer = try SoundFileWriter(
        path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 1)
      try writer.write(channels: [[Float](repeating: 0.5, count: 20_000)])
      let names = folder.names()
      #expect(names.count == 2 && names.last?.hasPrefix("x.wav.part-") == true)
    }
    #expect(folder.names() == ["x.wav"])
    #expect(folder.bytes("x.wav") == Array("good".utf8))
  }

  @Test(
    "A full disk is reported at once, and leaves the previous file",
    arguments: SoundFileFormat.allCases)
  func diskFull(_ format: SoundFileFormat) async throws {
    let path = folder.write("x", "good")
    let index = try #require(SoundFileFormat.allCases.firstIndex(of: format))
    // The limit of the file size stands for a full disk; it holds for a whole process.
    await #expect(processExitsWith: .success) { [path = path as String, index = index as Int] in
      _ = signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
      precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      do throws(HostError) {
        let writer = try SoundFileWriter(
          path: path, format: SoundFileFormat.allCases[index], sampleRate: 48000, channelCount: 1)
        var numbers = SeededRandom(seed: 1)
        let noise = (0..<200_000).map { _ in Float.random(in: -1...1, using: &numbers) }
        do throws(HostError) {
          try writer.write(channels: [noise])
        } catch {
          // Reported again, with the same words.
          do throws(HostError) { try writer.finish() } catch let again {
            precondition(again == error)
          }
          throw error
        }
        try writer.finish()
        preconditionFailure("the failure was lost")
      } catch {
        precondition(error.code == .fileWriteFailed, "\(error)")
        precondition(
          error.message.contains("\(path) cannot be written: File too large"), "\(error)")
      }
    }
    #expect(folder.names() == ["x"])
    #expect(folder.bytes("x") == Array("good".utf8))
  }

  @Test("A finished file accepts no more audio")
  func finished() throws {
    let writer = try SoundFileWriter(
      path: "\(folder.path)/x.flac", format: .flacInt24, sampleRate: 48000, channelCount: 1)
    try writer.finish()
    for _ in 0..<2 {
      let error = #expect(throws: HostError.self) { try writer.write(channels: [[0]]) }
      #expect(error?.code == .refused)
    }
    #expect(throws: HostError.self) { try writer.finish() }
    #expect(folder.names() == ["x.flac"])
  }

  @Test("A file keeps its permissions and the links to it when it is written again")
  func replaced() throws {
    let path = folder.write("x.wav", "old", mode: 0o640)
    #expect(unsafe symlink(path, "\(folder.path)/link.wav") == 0)
    let writer = try SoundFileWriter(
      path: "\(folder.path)/link.wav", format: .wavFloat32, sampleRate: 48000, channelCount: 1)
    try writer.finish()
    var status = stat()
    #expect(unsafe lstat(path, &status) == 0 && status.st_mode == S_IFREG | 0o640)
    #expect(unsafe lstat("\(folder.path)/link.wav", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.bytes("x.wav").starts(with: "RIFF".utf8))
  }

  @Test(
    "Places that cannot be written to are refused in one sentence",
    arguments: [
      ("/nowhere/x.wav", HostError.Code.fileNotFound), ("/dev/null", .fileInvalid),
      ("/tmp", .fileInvalid), ("/proc/x.wav", .fileNotFound),
    ])
  func places(_ path: String, _ code: HostError.Code) throws {
    let error = try #require(throws: HostError.self) {
      try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 1)
    }
    #expect(error.code == code)
    #expect(error.message.contains(path) && error.message.hasSuffix("."), "\(error)")
  }

  @Test("An unwritable folder is reported")
  func unwritable() async {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      if geteuid() == 0 {
        precondition(setuid(65534) == 0)
      } else {
        precondition(unsafe chmod(path, 0o555) == 0)
      }
      do throws(HostError) {
        _ = try SoundFileWriter(
          path: "\(path)/x.wav", format: .wavFloat32, sampleRate: 48000, channelCount: 1)
        preconditionFailure("it was written")
      } catch {
        precondition(error.code == .permissionDenied, "\(error)")
      }
    }
    _ = unsafe chmod(folder.path, 0o755)
  }

  @Test("Formats out of range are refused before a file is made")
  func outOfRange() throws {
    for (format, sampleRate, channelCount) in [
      (SoundFileFormat.wavFloat32, 7999, 2), (.wavFloat32, 192_001, 2), (.oggVorbis, 0, 2),
      (.wavFloat32, 48000, 0), (.flacInt24, 48000, 9), (.wavInt24, 48000, 257),
    ] {
      let error = try #require(throws: HostError.self) {
        try SoundFileWriter(
          path: "\(folder.path)/x", format: format, sampleRate: sampleRate,
          channelCount: channelCount)
      }
      #expect(error.code == .formatOutOfRange)
    }
    #expect(folder.names().isEmpty)
  }

  @Test("The most channels of every format can be written", arguments: SoundFileFormat.allCases)
  func mostChannels(_ format: SoundFileFormat) throws {
    let count = format.channelCounts.upperBound
    let path = "\(folder.path)/x"
    let writer = try SoundFileWriter(
      path: path, format: format, sampleRate: 48000, channelCount: count)
    try writer.write(channels: Array(repeating: [0, 0.5], count: count))
    try writer.finish()
    #expect(try SoundFileReader(path: path).channelCount == count)
  }

  @Test("Endings name the format, and an unknown one is answered with those that are known")
  func endings() throws {
    #expect(try SoundFileFormat(path: "a/b.WAV") == .wavFloat32)
    #expect(try SoundFileFormat(path: "b.wav", isInt24: true) == .wavInt24)
    #expect(try SoundFileFormat(path: "b.flac") == .flacInt24)
    for path in ["x.mp3", "x", "a.wav/x", "", "."] {
      let error = try #require(throws: HostError.self) { try SoundFileFormat(path: path) }
      #expect(error.message.contains(".wav, .flac, .ogg"))
    }
  }

  @Test("Other files are refused, whatever their bytes")
  func damaged() throws {
    #expect(code("\(folder.path)/missing.wav") == .fileNotFound)
    #expect(code(folder.path) == .fileInvalid)
    #expect(code("/dev/zero") == .fileInvalid)
    #expect(code(folder.write("x.wav", "not a sound")) == .fileInvalid)
    #expect(code(folder.write("empty.wav", "")) == .fileInvalid)
    let writer = try SoundFileWriter(
      path: "\(folder.path)/y.wav", format: .wavFloat32, sampleRate: 48000, channelCount: 2)
    try writer.write(channels: SoundFileTests.tone(frameCount: 50, channelCount: 2))
    try writer.finish()
    let good = folder.bytes("y.wav")
    var numbers = SeededRandom(seed: 5)
    for _ in 0..<2000 {
      var bytes = Array(good.prefix(Int.random(in: 1...good.count, using: &numbers)))
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(
          in: 0...255, using: &numbers)
      }
      let path = folder.write(bytes: bytes, "z.wav")
      _ = try? SoundFileReader(path: path).readAll(maximumFrameCount: 100_000)
    }
  }

  @Test("A file that is longer than the limit is not read into memory")
  func limit() throws {
    let path = "\(folder.path)/x.flac"
    let writer = try SoundFileWriter(
      path: path, format: .flacInt24, sampleRate: 48000, channelCount: 1)
    try writer.write(channels: [[Float](repeating: 0, count: 10_000)])
    try writer.finish()
    let error = try #require(throws: HostError.self) {
      try SoundFileReader(path: path).readAll(maximumFrameCount: 9999)
    }
    #expect(error.code == .formatOutOfRange)
    #expect(try SoundFileReader(path: path).readAll(maximumFrameCount: 10_000)[0].count == 10_000)
  }

  private func code(_ path: String) -> HostError.Code? {
    do throws(HostError) {
      _ = try SoundFileReader(path: path)
      return nil
    } catch {
      return error.code
    }
  }
}
