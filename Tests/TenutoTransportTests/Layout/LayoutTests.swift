import CTenuto
import TenutoCore
import TenutoTransport
import Testing

/// The numbers quoted in SharedMemoryLayout, and the bytes that the host and an extension write.
struct LayoutTests {
  @Test func theCyclePageHasItsPlacesAndSizes() {
    #expect(MemoryLayout<tenuto_cycle_page>.size == 8192)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.context_count) == 40)
    #expect(MemoryLayout<tenuto_musical_context>.size == 64)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.magic) == 0)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.version) == 4)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.page_bytes) == 8)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.depth_count) == 12)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.frame_count) == 16)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.flags) == 20)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.sample_time) == 24)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.deadline) == 32)
    #expect(MemoryLayout<tenuto_cycle_page>.offset(of: \.depths) == 64)
    #expect(MemoryLayout<tenuto_depth>.size == 64)
    #expect(MemoryLayout<tenuto_depth>.offset(of: \.cycle) == 0)
    #expect(MemoryLayout<tenuto_depth>.offset(of: \.waiter) == 4)
    #expect(MemoryLayout<tenuto_depth>.offset(of: \.given_up) == 8)
  }

  @Test func theHeadersHaveTheirPlacesAndSizes() {
    #expect(MemoryLayout<tenuto_to_extension>.size == 64)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.header_bytes) == 8)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.channel_count) == 12)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.channel_stride) == 16)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.frame_capacity) == 20)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.asked_cycle) == 24)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.datagram_count) == 28)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.parked) == 32)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.depth) == 36)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.follows) == 40)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.linked_cycle) == 44)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.go_cycle) == 48)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.hands_on) == 52)
    #expect(MemoryLayout<tenuto_to_extension>.offset(of: \.predecessor_cycle) == 56)
    #expect(MemoryLayout<tenuto_from_extension>.size == 128)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.header_bytes) == 8)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.channel_count) == 12)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.channel_stride) == 16)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.frame_capacity) == 20)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.done_cycle) == 64)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.status) == 68)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.datagram_count) == 72)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.rendered_frames) == 76)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.started_at) == 80)
    #expect(MemoryLayout<tenuto_from_extension>.offset(of: \.finished_at) == 88)
  }

  @Test func eventsHaveTheirPlacesAndSizes() {
    #expect(MemoryLayout<tenuto_event_list>.size == 16)
    #expect(MemoryLayout<tenuto_event_list>.offset(of: \.magic) == 0)
    #expect(MemoryLayout<tenuto_event_list>.offset(of: \.cycle) == 4)
    #expect(MemoryLayout<tenuto_event_list>.offset(of: \.event_count) == 8)
    #expect(MemoryLayout<tenuto_event>.size == 24)
    #expect(MemoryLayout<tenuto_event>.offset(of: \.frame_offset) == 0)
    #expect(MemoryLayout<tenuto_event>.offset(of: \.kind) == 4)
    #expect(MemoryLayout<tenuto_event>.offset(of: \.words) == 8)
  }

  @Test func theWordsOfTheContractHaveTheirValues() {
    #expect(TENUTO_LAYOUT_MAGIC == 0x4F4E_4554)
    #expect(TENUTO_LAYOUT_VERSION == 5)
    #expect(TENUTO_UNWRITTEN == 0x7FD4_E055)
    #expect(TENUTO_EVENT_LIST_MAGIC == 0x5453_5645)
    #expect(TENUTO_MAXIMUM_LIST_EVENTS == 256)
    #expect(CyclePage.maximumDepthCount == 63)
    #expect(TENUTO_CONTROL_DESCRIPTOR == 3)
    #expect(TENUTO_EVENTS_DESCRIPTOR == 4)
  }

  @Test func aCyclePageIsWrittenByteForByte() throws {
    let page = try CyclePage()
    page.announce(
      CyclePage.Announcement(
        frameCount: 0x0102_0304, sampleTime: -2,
        deadline: MonotonicTime(nanoseconds: 0x1122_3344_5566_7788)))
    page.start(0xCAFE_F00D, depth: 0)
    page.setWaiter(6, depth: 0)
    page.giveUp(0xCAFE_F00C, depth: 0)
    page.start(9, depth: 62)
    var expected = Bytes(count: 4096)
    expected.put(UInt32(0x4F4E_4554), at: 0)
    expected.put(UInt32(5), at: 4)
    expected.put(UInt32(8192), at: 8)
    expected.put(UInt32(63), at: 12)
    expected.put(UInt32(0x0102_0304), at: 16)
    expected.put(UInt32(0), at: 20)
    expected.put(Int64(-2), at: 24)
    expected.put(UInt64(0x1122_3344_5566_7788), at: 32)
    expected.put(UInt32(0xCAFE_F00D), at: 64)
    expected.put(UInt32(7), at: 68)
    expected.put(UInt32(0xCAFE_F00C), at: 72)
    expected.put(UInt32(9), at: 64 + 62 * 64)
    #expect(try bytes(of: page.descriptor, count: 4096) == expected.all)
    let start: [UInt8] = [
      0x54, 0x45, 0x4E, 0x4F, 5, 0, 0, 0, 0, 0x20, 0, 0, 63, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0,
      0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22,
      0x11,
    ]
    #expect(Array(expected.all.prefix(40)) == start)
  }

  @Test func aCycleWithoutADeadlineIsMarkedOffline() throws {
    let page = try CyclePage()
    page.announce(CyclePage.Announcement(frameCount: 64, sampleTime: 0, deadline: .never))
    page.setWaiter(3, depth: 1)
    page.setWaiter(nil, depth: 1)
    let written = try bytes(of: page.descriptor, count: 4096)
    #expect(Array(written[16..<40]) == [64, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 19))
    #expect(Array(written[128..<192]) == [UInt8](repeating: 0, count: 64))
  }

  @Test func aMeasuredCycleIsMarked() throws {
    let page = try CyclePage()
    let soon = MonotonicTime.after(milliseconds: 1)
    page.announce(
      CyclePage.Announcement(frameCount: 1, sampleTime: 0, deadline: soon, isMeasured: true))
    #expect(try bytes(of: page.descriptor, count: 24)[20] == 2)
    page.announce(
      CyclePage.Announcement(frameCount: 1, sampleTime: 0, deadline: .never, isMeasured: true))
    #expect(try bytes(of: page.descriptor, count: 24)[20] == 3)
  }

  @Test func musicalContextsAreWrittenByteForByte() throws {
    let page = try CyclePage()
    page.announce(CyclePage.Announcement(frameCount: 64, sampleTime: 0, deadline: .never))
    page.addContext(MusicalContext(), frameOffset: 0)
    page.addContext(
      MusicalContext(
        tempo: 90, meterNumerator: 0x0706, meterDenominator: 8, beatPosition: -1.5,
        measureDownbeat: -3, samplePosition: 0x0102_0304_0506_0708, isPlaying: true,
        isRecording: true, isLooping: true, loopStart: 4, loopEnd: 8), frameOffset: 0x0A0B)
    let written = try bytes(of: page.descriptor, count: 8192)
    var expected = Bytes(count: 64)
    expected.put(UInt32(0x0A0B), at: 0)
    expected.put(UInt32(7), at: 4)
    for (index, value) in [90, -1.5, -3, 4, 8].enumerated() {
      expected.put(Double(value).bitPattern, at: 8 + 8 * index)
    }
    expected.put(Int64(0x0102_0304_0506_0708), at: 48)
    expected.put(UInt16(0x0706), at: 56)
    expected.put(UInt16(8), at: 58)
    #expect(Array(written[4160..<4224]) == expected.all)
    #expect(Array(written[40..<44]) == [2, 0, 0, 0])
    for _ in 0..<100 { page.addContext(MusicalContext(), frameOffset: 63) }
    #expect(try bytes(of: page.descriptor, count: 8192)[40] == 64)
  }

  private static let format = RenderFormat(
    sampleRate: 48000, maximumFrameCount: 17, frameCapacity: 34, inputChannelCount: 3,
    outputChannelCount: 2, depth: 4, slot: 5)

  @Test func theHeaderToAnExtensionIsWrittenByteForByte() throws {
    let memory = try InstanceMemory(Self.format)
    memory.port.ask(0x0A0B_0C0D, datagramCount: 0x0102)
    unsafe memory.port.inputSamples(2)[33] = 1
    let expected: [UInt8] = [
      0x54, 0x45, 0x4E, 0x4F, 5, 0, 0, 0, 64, 0, 0, 0, 3, 0, 0, 0, 192, 0, 0, 0, 34, 0, 0, 0,
      0x0D, 0x0C, 0x0B, 0x0A, 2, 1, 0, 0,
    ]
    let written = try bytes(of: memory.toDescriptor, count: 4096)
    #expect(Array(written.prefix(32)) == expected)
    #expect(Array(written[32..<64]) == [0, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 27))
    let sample = 64 + 2 * 192 + 33 * 4
    #expect(Array(written[sample..<sample + 4]) == [0, 0, 0x80, 0x3F])
    #expect(written.count { $0 != 0 } == expected.count { $0 != 0 } + 3)
  }

  @Test func theWordsOfAChainAreWrittenByteForByte() throws {
    let memory = try InstanceMemory(Self.format)
    let port = memory.port
    port.move(toDepth: 62)
    port.setFollowing(true, cycle: 1)
    port.link(0x0102_0304, behind: 0x090A_0B0C)
    port.go(0x0506_0708)
    port.setHandingOn(true)
    #expect(
      try Array(bytes(of: memory.toDescriptor, count: 64)[36..<60]) == [
        62, 0, 0, 0, 1, 0, 0, 0, 4, 3, 2, 1, 8, 7, 6, 5, 1, 0, 0, 0, 12, 11, 10, 9,
      ])
    port.setFollowing(false, cycle: 2)
    port.setHandingOn(false)
    let written = try bytes(of: memory.toDescriptor, count: 64)
    #expect(written[40] == 0 && written[52] == 0)
  }

  @Test func theHeaderFromAnExtensionIsWrittenByteForByte() throws {
    let memory = try InstanceMemory(Self.format)
    let page = try CyclePage()
    let sockets = try SocketPair()
    page.start(41, depth: 4)
    var receiver = try CycleReceiver(
      format: Self.format, page: page.descriptor, to: memory.toDescriptor,
      from: memory.fromDescriptor, events: sockets.peer.number,
      commands: .allocate(capacity: 16), stop: StopFlag())
    page.announce(
      CyclePage.Announcement(
        frameCount: 20, sampleTime: 7, deadline: .never, isMeasured: true))
    memory.port.ask(42, datagramCount: 0)
    page.start(42, depth: 4)
    let begins = receiver.waitForCycle()
    #expect(begins)
    while case .render = receiver.nextStep() {}
    var output = unsafe receiver.output(start: 0, count: 1)
    var channel = output.channel(0)
    channel[0] = 1
    var written = try bytes(of: memory.fromDescriptor, count: 4096)
    let report = memory.port.report
    #expect(report.startedAt.nanoseconds > 0)
    #expect(report.finishedAt >= report.startedAt)
    for offset in 80..<96 { written[offset] = 0 }  // times
    #expect(Array(written[100..<104]) == [42, 0, 0, 0])
    for offset in 100..<104 { written[offset] = 0 }
    let head: [UInt8] = [
      0x54, 0x45, 0x4E, 0x4F, 5, 0, 0, 0, 128, 0, 0, 0, 2, 0, 0, 0, 192, 0, 0, 0, 34, 0, 0, 0,
    ]
    let state: [UInt8] = [42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0]
    #expect(Array(written.prefix(24)) == head)
    #expect(written[24..<64].allSatisfy { $0 == 0 })
    #expect(Array(written[64..<80]) == state)
    #expect(written[80..<128].allSatisfy { $0 == 0 })
    #expect(Array(written[128..<132]) == [0, 0, 0x80, 0x3F])
  }
}
