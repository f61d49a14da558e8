import Glibc
import TenutoMIDI
import Testing

/// The content of a hostile file's tracks.
private enum Filling: Int, Codable, Sendable, CaseIterable {
  case notes, programs, tempos, meters, texts, sysEx, partsOfSysEx

  /// The events of one track, in about the given byte count.
  func track(byteCount: Int) -> [UInt8] {
    switch self {
    case .notes: [0, 0x90] + (0..<byteCount / 3).flatMap { _ in [60, 1, 0] as [UInt8] } + [60, 1]
    case .programs: [0, 0xC0] + (0..<byteCount / 2).flatMap { _ in [5, 1] as [UInt8] } + [5]
    case .tempos: repeated([1, 0xFF, 0x51, 3, 7, 0xA1, 0x20], byteCount)
    case .meters: repeated([1, 0xFF, 0x58, 2, 4, 2], byteCount)
    case .texts: repeated([0, 0xFF, 1, 1, 0x41], byteCount)
    case .sysEx: [0, 0xF0] + variableLength(byteCount) + Array(repeating: 1, count: byteCount)
    case .partsOfSysEx:
      [0, 0xF0, 0] + repeated([0, 0xF7, 2, 1, 1], byteCount) + [0, 0xF7, 1, 0xF7]
    }
  }

  private func repeated(_ event: [UInt8], _ byteCount: Int) -> [UInt8] {
    (0..<byteCount / event.count).flatMap { _ in event }
  }

  private func variableLength(_ value: Int) -> [UInt8] {
    [21, 14, 7].map { UInt8(value >> $0 & 0x7F) | 0x80 } + [UInt8(value & 0x7F)]
  }

  func file(format: UInt8, byteCount: Int, trackCount: Int) -> [UInt8] {
    let track = chunk("MTrk", track(byteCount: byteCount / trackCount - 16))
    let count = [UInt8(trackCount >> 8), UInt8(trackCount & 0xFF)]
    var bytes = chunk("MThd", [0, format] + count + [0, 96])
    bytes.reserveCapacity(byteCount + 1000)
    for _ in 0..<trackCount { bytes += track }
    return bytes
  }
}

/// A number of kilobytes from the process's status.
private func kilobytes(_ name: String) -> Int {
  let file = unsafe open("/proc/self/status", O_RDONLY)
  defer { close(file) }
  var block = [UInt8](repeating: 0, count: 8192)
  let count = unsafe read(file, &block, block.count)
  let lines = String(decoding: block.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  let line = lines.first { $0.hasPrefix(name) }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

/// Resets the kernel's peak memory counter.
private func resetPeak() {
  let file = unsafe open("/proc/self/clear_refs", O_WRONLY)
  defer { close(file) }
  _ = unsafe write(file, "5", 1)
}

/// Reads and plays a file, and returns whether its peak memory, including the file, is below 4
/// times the file plus 16 MB.
private func isModest(_ filling: Filling, format: UInt8, trackCount: Int) -> Bool {
  let bytes = filling.file(
    format: format, byteCount: randomCaseCount(release: 8 << 20), trackCount: trackCount)
  let before = kilobytes("VmRSS:")
  resetPeak()
  guard let song = try? Song(parsing: bytes) else { return false }
  for _ in song.events {}
  let growth = kilobytes("VmHWM:") - before
  let limit = 3 * bytes.count >> 10 + 16 << 10
  return growth > 0 && growth <= limit && song.duration >= 0
}

@Suite struct SongMemoryTests {
  @Test(arguments: Filling.allCases)
  fileprivate func aHostileFileNeedsAFewTimesItsBytes(filling: Filling) async {
    let number = filling.rawValue
    await #expect(processExitsWith: .success) { [number = number as Int] in
      guard let filling = Filling(rawValue: number) else { exit(2) }
      #if DEBUG
      let trackCount = 4096
      #else
      let trackCount = 65_535
      #endif
      guard isModest(filling, format: 1, trackCount: trackCount) else { exit(3) }
    }
    await #expect(processExitsWith: .success) { [number = number as Int] in
      guard let filling = Filling(rawValue: number) else { exit(2) }
      guard isModest(filling, format: 1, trackCount: 1) else { exit(3) }
    }
    await #expect(processExitsWith: .success) { [number = number as Int] in
      guard let filling = Filling(rawValue: number) else { exit(2) }
      guard isModest(filling, format: 2, trackCount: 512) else { exit(3) }
    }
  }
}
