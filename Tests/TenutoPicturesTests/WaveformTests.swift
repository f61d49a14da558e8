import TenutoSystem
import Testing

@testable import TenutoPictures

@Suite struct WaveformTests {
  /// The track of a picture with one channel.
  private static func track(_ waveform: Waveform) throws -> PlotTrack {
    let layout = try PlotLayout(width: waveform.width, height: waveform.height, channelCount: 1)
    return try #require(layout.tracks.first)
  }

  private static func isDrawn(_ color: Color) -> Bool {
    [.peak, .mean, .clipped].contains(color)
  }

  @Test func theEnvelopeIsExact() {
    var envelope = Envelope(channelCount: 2, frameCount: 10, limit: 4)
    // 10 frames in 4 segments: 2, 3, 2 and 3.
    let left: [Float] = [0.5, -0.5, 1, 0, -1, 0.25, 0.25, -2, 0, 2]
    let samples = left.flatMap { [$0, -$0 / 2] }
    // In pieces that do not match the segments.
    envelope.add(samples[0..<6])
    envelope.add(samples[6..<20])
    #expect((0..<4).map { envelope[0, $0].lowest } == [-0.5, -1, 0.25, -2])
    #expect((0..<4).map { envelope[0, $0].highest } == [0.5, 1, 0.25, 2])
    #expect((0..<4).map { envelope[1, $0].highest } == [0.25, 0.5, -0.125, 1])
    #expect(envelope[0, 0].rms == 0.5)
    #expect(envelope[0, 1].rms == Float((2.0 / 3).squareRoot()))
    #expect(envelope[0, 2].rms == 0.25)
  }

  @Test func anEnvelopeNeverTraps() {
    for (frames, limit) in [(0, 5), (1, 5), (5, 0), (Int.max, 3), (3, 3)] {
      var envelope = Envelope(channelCount: 1, frameCount: frames, limit: limit)
      envelope.add(limit > 0 ? [.nan, .infinity, -.infinity, 1, 1, 1] : [])
      #expect(envelope.count == min(frames, limit))
      if envelope.count == 1 { #expect(envelope[0, 0].highest == 0) }
    }
  }

  @Test func aClickIsInItsColumn() throws {
    var samples = [Float](repeating: 0, count: 48000)
    samples[24000] = 0.75
    let waveform = Waveform()
    let track = try Self.track(waveform)
    let picture = try TestSound.withFile([samples], waveform.picture)
    let column = track.x + 24000 * track.width / 48000
    let columns = (track.x..<track.x + track.width).filter { x in
      (track.y..<track.y + track.height).contains { Self.isDrawn(picture[x, $0]) }
    }
    #expect(columns == [column])
    let top = waveform.row(of: 0.75, in: track)
    #expect(picture[column, top] == .peak)
    #expect(!Self.isDrawn(picture[column, top - 1]))
    // 0.75 is an eighth of the height below the top.
    #expect(top - track.y == Int((0.125 * Float(track.height - 1)).rounded()))
  }

  @Test func silenceIsEmpty() throws {
    let picture = try TestSound.withFile(
      [[Float](repeating: 0, count: 5000)], Waveform().picture)
    let track = try Self.track(Waveform())
    let colors = Set(
      (track.y..<track.y + track.height).flatMap { y in
        (track.x..<track.x + track.width).map { picture[$0, y] }
      })
    #expect(colors == [.track, .grid])
  }

  @Test func aSquareFillsItsHeightWithItsMeanLevel() throws {
    let square = (0..<9600).map { Float($0 % 2 == 0 ? 0.5 : -0.5) }
    let waveform = Waveform()
    let track = try Self.track(waveform)
    let picture = try TestSound.withFile([square], waveform.picture)
    let drawn = (track.y..<track.y + track.height).filter { picture[track.x + 100, $0] == .mean }
    #expect(drawn.first == waveform.row(of: 0.5, in: track))
    #expect(drawn.last == waveform.row(of: -0.5, in: track))
  }

  @Test func decibelsAreAxesToo() throws {
    var waveform = Waveform()
    waveform.scale = .decibels(floor: -60)
    let track = PlotTrack(x: 0, y: 0, width: 10, height: 121)
    #expect(waveform.row(of: 1, in: track) == 0)
    #expect(waveform.row(of: -1, in: track) == 120)
    #expect(waveform.row(of: 0.031_622_777, in: track) == 30)
    #expect(waveform.row(of: 0.0001, in: track) == 60)
    #expect(waveform.row(of: 0, in: track) == 60)
    let picture = try TestSound.withFile([TestSound.sine(100, count: 4800)], waveform.picture)
    #expect(picture.height == 400)
  }

  @Test func tooLoudPartsAreRed() throws {
    let track = try Self.track(Waveform())
    let picture = try TestSound.withFile([[0, 0, 1.5, 0]], Waveform().picture)
    #expect(picture[track.x + track.width * 5 / 8, track.y] == .clipped)
    #expect(picture[track.x + track.width / 8, track.y] == .track)
  }

  @Test(arguments: [0, 1, 2, 5])
  func shortFilesAreDrawn(frameCount: Int) throws {
    let samples = [Float](repeating: 0.5, count: frameCount)
    let picture = try TestSound.withFile([samples], Waveform().picture)
    let track = try Self.track(Waveform())
    let row = Waveform().row(of: 0.5, in: track)
    // A sample that spans several columns is in all of them.
    let columns = (track.x..<track.x + track.width).filter { Self.isDrawn(picture[$0, row]) }
    #expect(columns.count == (frameCount == 0 ? 0 : track.width))
  }

  @Test func manyChannelsMakeItHigher() throws {
    let channels = (0..<64).map { [Float](repeating: Float($0 % 2), count: 100) }
    let picture = try TestSound.withFile(channels, Waveform().picture)
    let layout = try PlotLayout(width: 1200, height: 400, channelCount: 64)
    #expect(picture.height == layout.height && layout.height > 400)
    #expect(layout.tracks.count == 64)
    let drawn = layout.tracks.map { picture[$0.x, $0.y] == .peak || picture[$0.x, $0.y] == .mean }
    #expect(drawn == (0..<64).map { $0 % 2 == 1 })
    for (one, next) in zip(layout.tracks, layout.tracks.dropFirst()) {
      #expect(one.y + one.height < next.y)
    }
  }

  @Test func tinySizesAreRefused() throws {
    for (width, height) in [(0, 0), (40, 400), (1200, 20), (-5, 400), (Int(1e9), 400)] {
      var waveform = Waveform()
      (waveform.width, waveform.height) = (width, height)
      #expect(throws: HostError.self) { try TestSound.withFile([[0, 1]], waveform.picture) }
    }
    var least = Waveform()
    (least.width, least.height) = (68, 46)
    #expect(try TestSound.withFile([[0, 1]], least.picture).width == 68)
  }
}
