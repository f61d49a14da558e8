import Foundation
import Synchronization
import TenutoCore
import TenutoMIDI
import Testing

@testable import TenutoControl
@testable import TenutoRender

/// Sound and notes over real sockets.
struct SoundTests {
  private let place = TestFolder()

  /// Opens a WebSocket as any program could.
  private func open(_ target: String) throws -> SocketStream {
    let stream = try #require(place.connect())
    let head =
      "GET \(target) HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    #expect(stream.write(Array(head.utf8)))
    var answer: [UInt8] = []
    while !answer.ends(with: Array("\r\n\r\n".utf8)) {
      answer += try #require(stream.read(atMost: 1))
    }
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 101 "))
    return stream
  }

  /// A short frame from a server: its first byte and its content.
  private func frame(_ stream: SocketStream) throws -> (kind: UInt8, content: [UInt8]) {
    func take(_ count: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        let more = try #require(stream.read(atMost: count - bytes.count))
        try #require(!more.isEmpty)
        bytes += more
      }
      return bytes
    }
    let head = try take(2)
    var count = Int(head[1])
    if count == 126 { count = try take(2).reduce(0) { $0 << 8 | Int($1) } }
    return (head[0], try take(count))
  }

  private func masked(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0x80 | kind, 0x80 | UInt8(content.count), 0, 0, 0, 0] + content
  }

  private func words(_ packets: [UMP]) -> [UInt8] { PlayConnection.bytes(packets) }

  /// Makes the render thread's side write a cycle in which each sample encodes its position.
  private func render(_ monitor: GraphMonitor, at time: Int64, frames: Int) {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    let inputs = UnsafeMutablePointer<UnsafePointer<Float>?>.allocate(capacity: 2)
    for frame in 0..<frames { unsafe samples[frame] = Float(Int(time) + frame) }
    unsafe inputs[0] = UnsafePointer(samples)
    unsafe inputs[1] = UnsafePointer(samples)
    unsafe monitor.tap.write(inputs, silence: samples, frameCount: frames, sampleTime: time)
    unsafe samples.deallocate()
    unsafe inputs.deallocate()
  }

  private func listener(_ host: HostStub) -> GraphMonitor {
    while host.listeners.isEmpty { usleep(1000) }
    return host.listeners[0].monitor
  }

  @Test func soundArrivesWithItsFormatAndItsTime() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let stream = try open("/v1/sound?node=delay")
    let monitor = listener(host)
    #expect(host.listeners.map(\.node) == ["delay"])
    monitor.prepare(sampleRate: 44100)
    let format = try frame(stream)
    #expect(format.kind == 0x81)
    #expect(
      String(decoding: format.content, as: UTF8.self) == #"{"channels":2,"sampleRate":44100}"#)
    render(monitor, at: 1000, frames: 2)
    let sound = try frame(stream)
    #expect(sound.kind == 0x82)
    var expected: [UInt8] = [0xE8, 3, 0, 0, 0, 0, 0, 0]
    for value in [Float(1000), 1000, 1001, 1001] {
      expected += (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) }
    }
    #expect(sound.content == expected)
    monitor.prepare(sampleRate: 48000)
    #expect(String(decoding: try frame(stream).content, as: UTF8.self).contains("48000"))
    // The end of the program ends the monitor.
    stream.end()
    while !host.listeners.isEmpty { usleep(1000) }
  }

  @Test func withoutRoomWholeCyclesAreDropped() throws {
    let monitor = GraphMonitor(channelCount: 2)
    var time: Int64 = 5000
    var heard: [ClosedRange<Int64>] = []
    func take() {
      while let sound = monitor.takeSound(atMost: 999) {
        let count = Int64(sound.samples.count / 2)
        #expect(
          sound.samples.enumerated().allSatisfy {
            $0.element == Float(Int(sound.sampleTime) + $0.offset / 2)
          })
        heard.append(sound.sampleTime...(sound.sampleTime + count - 1))
      }
    }
    for round in 0..<50 {
      // Every few rounds it sends far more than there is room for.
      for _ in 0..<(round % 5 == 4 ? 300 : 7) {
        render(monitor, at: time, frames: 256)
        time += 256
      }
      if round % 7 == 3 { time += 12345 }
      take()
    }
    var gaps = 0
    for (before, next) in zip(heard, heard.dropFirst()) {
      #expect(next.lowerBound > before.upperBound)
      if next.lowerBound != before.upperBound + 1 { gaps += 1 }
    }
    #expect(gaps >= 10 && heard[0].lowerBound == 5000)
  }

  @Test func notesReachTheNodeInMIDI2() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let stream = try open("/v1/play?node=sawtooth")
    let monitor = listener(host)
    #expect(monitor.channelCount == 0)
    #expect(stream.write(masked(2, words([UMP(0x2090_3C7F), UMP(0x4091_4000, 0x8000_0000)]))))
    while host.played.count < 2 { usleep(1000) }
    #expect(host.played == [UMP(0x4090_3C00, 0xFFFF_0000), UMP(0x4091_4000, 0x8000_0000)])
    // The node's sound, from any source, is sent back.
    let other = UMP(0x4095_3000, 0x1234_0000)
    monitor.tap.write(TimedEvent(frameOffset: 3, payload: .midi(other)))
    let echo = try frame(stream)
    #expect(echo.kind == 0x82 && echo.content == words([other]))
  }

  /// The ways in which a program may leave.
  enum Leaving: CaseIterable {
    case close, gone, malformed, text, silence
  }

  @Test(arguments: Leaving.allCases)
  func everyEndReleasesItsNotes(_ leaving: Leaving) throws {
    let host = HostStub()
    var limits = ConnectionLimits()
    if leaving == .silence { limits.pingSeconds = 0.1 }
    let server = try place.serve(host, limits: limits)
    defer { server.stop() }
    let stream = try open("/v1/play?node=sawtooth")
    let begun = [
      UMP(0x2090_3C64), UMP(0x2090_4064), UMP(0x2091_4364), UMP(0x20E0_0010), UMP(0x20B1_407F),
      UMP(0x2080_4000),
    ]
    #expect(stream.write(masked(2, words(begun))))
    while host.played.count < begun.count { usleep(1000) }
    switch leaving {
    case .close: #expect(stream.write(masked(8, [])))
    case .gone: stream.end()
    case .malformed: #expect(stream.write([0xF2, 0x80, 0, 0, 0, 0]))
    case .text: #expect(stream.write(masked(1, Array("x".utf8))))
    case .silence: break  // It answers no ping.
    }
    while !host.listeners.isEmpty { usleep(1000) }
    let rest = host.played.dropFirst(begun.count)
    let ended = rest.filter { $0.opcode == 8 }.map { [$0.channel, $0.data1] }
    #expect(ended == [[0, 0x3C], [1, 0x43]])
    #expect(
      rest.contains { $0.opcode == 0xB && $0.channel == 1 && $0.data1 == 64 && $0.word1 == 0 })
    #expect(rest.contains(UMP(0x40E0_0000, 0x8000_0000)))
    #expect(rest.count == 4)
  }

  @Test func aKilledProgramLeavesNoNote() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let program = """
      my $socket = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die;
      syswrite $socket, "GET /v1/play?node=delay HTTP/1.1\\r\\nUpgrade: websocket\\r\\n"
        . "Connection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
        . "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n";
      sysread $socket, my $answer, 4096;
      syswrite $socket, "\\x82\\x84\\0\\0\\0\\0\\x64\\x3C\\x90\\x20"; sleep 100
      """
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/usr/bin/perl")
    client.arguments = ["-MIO::Socket::UNIX", "-e", program, place.folder.socketPath("tenuto")]
    try client.run()
    while host.played.isEmpty { usleep(1000) }
    kill(client.processIdentifier, SIGKILL)
    client.waitUntilExit()
    while !host.listeners.isEmpty { usleep(1000) }
    #expect(host.played.map(\.opcode) == [9, 8] && host.played.last?.data1 == 0x3C)
  }

  @Test(
    arguments: [
      [], [1], [1, 2, 3], [0, 0, 0, 0], [0, 0, 0, 0x10], [0, 0x00, 0x70, 0x20], [0, 0, 0xF0, 0x20],
      [0, 0x3C, 0x90, 0x40], [0, 0, 0x16, 0x30, 0, 0, 0, 0], [0, 0, 0, 0xF0],
    ] as [[UInt8]])
  func otherMessagesThanChannelVoiceAreRefused(_ bytes: [UInt8]) throws {
    #expect(PlayConnection.packets(bytes) == nil)
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let stream = try open("/v1/play?node=sawtooth")
    #expect(stream.write(masked(2, bytes)))
    let end = try frame(stream)
    #expect(end.kind == 0x88 && end.content == [0x03, 0xEB])
    #expect(host.played.isEmpty)
  }

  @Test func packetsAreReadAsTheyAreWritten() throws {
    let packets = [
      UMP(0x2090_3C64), UMP(0x4F8F_7F03, 0xFFFF_1234), UMP(0x2FE0_7F7F), UMP(0x4000_0102, 7),
    ]
    #expect(PlayConnection.packets(words(packets)) == packets)
  }

  @Test(arguments: [
    ("/v1/play", 400), ("/v1/play?node=none", 404), ("/v1/sound?node=none", 404),
  ])
  func aMissingNodeIsRefused(_ target: String, _ status: Int) throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let answer = place.exchange(
      "GET \(target) HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
  }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
