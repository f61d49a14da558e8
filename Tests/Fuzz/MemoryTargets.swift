internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

extension FuzzTarget {
  static var memory: [FuzzTarget] {
    [
      FuzzTarget(name: "host-memory", run: { rig.readAsHost($0) }),
      FuzzTarget(name: "extension-memory", run: { rig.readAsExtension($0) }),
      FuzzTarget(name: "events", run: { rig.readEvents($0) }),
    ]
  }

  private static let rig = MemoryRig()
}

/// Both ends of one instance's audio and events channels.
private final class MemoryRig: @unchecked Sendable {  // used on one thread
  private static let format = RenderFormat(
    sampleRate: 48000, maximumFrameCount: 32, frameCapacity: 64, inputChannelCount: 2,
    outputChannelCount: 2, depth: 0, slot: 0)
  private let page: SharedMemory
  private let pageMapping: Mapping
  private let memory: InstanceMemory
  private let to: SharedMemory
  private let toMapping: Mapping
  private let from: Mapping
  private let sockets: SocketPair
  private let commands = EventRing.allocate(capacity: 4)

  init() {
    do {
      page = try SharedMemory(byteCount: 8192)
      pageMapping = try Mapping(page.writable.number, byteCount: 8192, isWritable: true)
      memory = try InstanceMemory(Self.format)
      to = try SharedMemory(byteCount: 4096)
      toMapping = try Mapping(to.writable.number, byteCount: 4096, isWritable: true)
      from = try Mapping(memory.fromDescriptor, byteCount: 4096, isWritable: true)
      sockets = try SocketPair()
    } catch {
      stop("there is no memory to fuzz: \(error)")
    }
  }

  private func fill(_ mapping: borrowing Mapping, _ bytes: [UInt8]) {
    let count = min(bytes.count, mapping.byteCount)
    unsafe memset(mapping.base, 0, mapping.byteCount)
    unsafe mapping.base.copyMemory(from: bytes, byteCount: count)
  }

  /// The segment that an extension writes, as read by the host.
  func readAsHost(_ input: [UInt8]) {
    fill(from, input)
    let port = memory.port
    let report = port.report
    check(report.renderNanoseconds <= 10_000_000_000, "a cycle lasts for ever")
    _ = (port.doneCycle, report.datagramCount, port.isBroken)
    var samples = [Float](repeating: .nan, count: 64)
    for channel in 0..<2 {
      var findings = OutputGuard.Findings()
      unsafe OutputGuard.copy(
        port.outputSamples(channel), to: &samples, count: 64, findings: &findings)
      check(
        samples.allSatisfy { $0.isFinite && !$0.isSubnormal && abs($0) <= OutputGuard.ceiling },
        "a sample that hurts comes through")
      check(findings.peak <= OutputGuard.ceiling, "a peak is above the ceiling")
    }
  }

  /// The cycle page and the segment to the extension, as read by its runtime.
  func readAsExtension(_ input: [UInt8]) {
    var reader = InputReader(input)
    let isWellFormed = reader.byte() & 1 == 0
    fill(toMapping, reader.bytes(64))
    fill(pageMapping, reader.all())
    if isWellFormed { putRight() }
    // On words of other depths it would sleep until another thread starts a cycle.
    let to = unsafe toMapping.base.assumingMemoryBound(to: UInt32.self)
    for word in 8...10 { unsafe to[word] = 0 }
    let receiver = try? CycleReceiver(
      format: Self.format, page: page.readable.number, to: self.to.readable.number,
      from: memory.fromDescriptor, events: sockets.peer.number, commands: commands,
      stop: StopFlag())
    guard var receiver else { return }
    render(&receiver)
  }

  /// Headers as written by the host: otherwise nothing else is read.
  private func putRight() {
    let page = unsafe pageMapping.base.assumingMemoryBound(to: UInt32.self)
    unsafe page[0] = TENUTO_LAYOUT_MAGIC
    unsafe page[1] = TENUTO_LAYOUT_VERSION
    unsafe page[2] = 8192
    let to = unsafe toMapping.base.assumingMemoryBound(to: UInt32.self)
    for (index, word) in [TENUTO_LAYOUT_MAGIC, TENUTO_LAYOUT_VERSION, 64, 2, 256, 64].enumerated() {
      unsafe to[index] = word
    }
  }

  /// One cycle, if the memory announces one; otherwise it would wait.
  private func render(_ receiver: inout CycleReceiver) {
    let page = unsafe pageMapping.base.assumingMemoryBound(to: UInt32.self)
    let to = unsafe toMapping.base.assumingMemoryBound(to: UInt32.self)
    unsafe page[16] &+= 1
    unsafe to[6] = page[16]
    guard unsafe (1...64).contains(page[4]), receiver.waitForCycle() else { return }
    let frameCount = unsafe Int(page[4])
    var position = 0
    for _ in 0..<200 {
      switch receiver.nextStep() {
      case .event, .reset: break
      case .render(let start, let count):
        check(start == position && count > 0 && start + count <= frameCount, "frames are left out")
        position = start + count
        _ = receiver.musicalTime(atFrame: start).context
        let input = unsafe receiver.input(start: start, count: count)
        var output = unsafe receiver.output(start: start, count: count)
        var samples = output.channel(1)
        samples[count - 1] = input[1, count - 1]
      case .finished:
        check(position == frameCount, "frames are left out")
        return
      }
    }
    stop("a cycle does not end")
  }

  /// Datagrams of the events channel, as read by both runtimes.
  func readEvents(_ input: [UInt8]) {
    var reader = InputReader(input)
    var receiver = EventReceiver(socket: sockets.host.number)
    receiver.discardAll()
    var count: UInt32 = 0
    while !reader.isEmpty && count < 8 {
      let piece = reader.piece()
      count += unsafe tenuto_send(sockets.peer.number, piece, piece.count) >= 0 ? 1 : 0
    }
    for _ in 0..<4096 {
      switch receiver.next(cycle: 1, frameCount: 64, announced: count) {
      case .event(let event):
        check(event.frameOffset < 64, "an event is outside of its cycle")
        check(tenuto_event(event).decoded().map { "\($0)" } == "\(event)", "an event changes")
      case .none, .malformed: return
      }
    }
    stop("events do not end")
  }
}
