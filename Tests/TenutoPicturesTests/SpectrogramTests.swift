import Foundation
import TenutoSystem
import Testing

@testable import TenutoPictures

@Suite struct SpectrogramTests {
  /// The map of a sound with one channel.
  private static func map(
    _ samples: [Float], limit: Int = 50, size: Int = 1024, rows: Int = 200,
    isLogarithmic: Bool = false
  ) -> SpectrumMap {
    var map = SpectrumMap(
      channelCount: 1, frameCount: samples.count, limit: limit, size: size,
      rows: FrequencyRows(count: rows, sampleRate: 48000, isLogarithmic: isLogarithmic))
    for start in stride(from: 0, to: samples.count, by: 700) {
      map.add(samples[start..<min(start + 700, samples.count)])
    }
    map.finish()
    return map
  }

  private static func loudestRow(_ map: SpectrumMap, _ index: Int) -> Int {
    (0..<map.rows.count).max { map[0, index, $0] < map[0, index, $1] } ?? -1
  }

  @Test(arguments: [4, 8, 64, 1024])
  func theTransformIsTheDefinition(size: Int) {
    let samples = (0..<size).map { Float(sin(Double($0 * $0) * 0.7) + 0.1) }
    var fft = RealFFT(size: size)
    var powers = [Float](repeating: 0, count: size / 2 + 1)
    fft.transform(samples, into: &powers)
    for bin in 0...size / 2 {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in samples.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      let power = real * real + imaginary * imaginary
      #expect(abs(Double(powers[bin]) - power) < 1e-4 * Double(size) + 1e-4 * power)
    }
  }

  @Test(arguments: [false, true], [750.0, 3000, 12000])
  func aSineIsInItsRow(isLogarithmic: Bool, frequency: Double) {
    // A multiple of the bin width, so that nothing is lost between bins.
    let map = Self.map(
      TestSound.sine(frequency, amplitude: 0.5, count: 48000), isLogarithmic: isLogarithmic)
    let row = map.rows.row(of: frequency)
    for index in 5..<45 {
      // A row narrower than a bin may be offset.
      #expect(abs(Self.loudestRow(map, index) - row) <= 2)
      let peak = map[0, index, Self.loudestRow(map, index)]
      #expect(abs(10 * log10(peak) + 6.02) < 0.3)
    }
  }

  @Test func aHighSineHasItsExactRow() {
    let map = Self.map(TestSound.sine(12000, count: 48000), size: 2048, rows: 100)
    #expect(Self.loudestRow(map, 25) == map.rows.row(of: 12000))
  }

  @Test func aClickIsInItsColumn() {
    var samples = [Float](repeating: 0, count: 480_000)
    samples[240_000] = 1
    let map = Self.map(samples, limit: 50, size: 1024)
    let loud = (0..<50).filter { index in (0..<200).contains { map[0, index, $0] > 1e-12 } }
    // A segment is longer than a window: the click is in one, or in two at their border.
    #expect(loud.contains(25) && loud.allSatisfy { (24...25).contains($0) })
    let middle = Self.map(samples.dropLast(4800) + [], limit: 50, size: 1024)
    let one = (0..<50).filter { index in (0..<200).contains { middle[0, index, $0] > 1e-12 } }
    #expect(one == [240_000 * 50 / 475_200])
  }

  @Test func silenceIsEmpty() throws {
    let spectrogram = Spectrogram()
    let picture = try TestSound.withFile(
      [[Float](repeating: 0, count: 9999)], spectrogram.picture)
    let layout = try PlotLayout(
      width: 1200, height: 500, channelCount: 1, right: Spectrogram.right)
    let track = try #require(layout.tracks.first)
    let dark = ColorMap.magma.table[0]
    for y in track.y..<track.y + track.height {
      for x in track.x..<track.x + track.width where picture[x, y] != dark {
        Issue.record("\(x), \(y) is not dark")
        return
      }
    }
  }

  @Test func colorsStandForLevels() {
    let spectrogram = Spectrogram()
    #expect(spectrogram.index(of: 1) == 255)
    #expect(spectrogram.index(of: 1e-10) == 0)
    #expect(spectrogram.index(of: 1e-5) == 128)
    #expect(spectrogram.index(of: 0) == 0)
    #expect(spectrogram.index(of: .infinity) == 255)
  }

  @Test(arguments: [0, 1, 2, 3, 63, 1200])
  func shortFilesAreDrawn(frameCount: Int) throws {
    let picture = try TestSound.withFile(
      [TestSound.sine(1000, count: frameCount)], Spectrogram().picture)
    #expect(picture.width == 1200 && picture.height == 500)
  }

  @Test func manyChannelsAndOddRatesAreDrawn() throws {
    let channels = (0..<64).map { TestSound.sine(Double($0) * 100, count: 3000) }
    var spectrogram = Spectrogram()
    (spectrogram.width, spectrogram.windowSize) = (300, 64)
    let picture = try TestSound.withFile(channels, spectrogram.picture)
    #expect(picture.height > 500)
    #expect(try TestSound.withFile([[0, 1, 0]], sampleRate: 8, spectrogram.picture).width == 300)
    spectrogram.windowSize = 1000
    #expect(throws: HostError.self) {
      try TestSound.withFile([[0, 1, 0]], spectrogram.picture)
    }
  }

  @Test func aFileShorterThanDeclaredIsCompleted() {
    for frames in [10_000, Int.max] {
      var map = SpectrumMap(
        channelCount: 1, frameCount: frames, limit: 20, size: 64,
        rows: FrequencyRows(count: 10, sampleRate: 48000, isLogarithmic: true))
      map.add(TestSound.sine(5000, count: 500)[...])
      map.finish()
      #expect(map[0, 19, 5] == 0)
    }
  }
}
