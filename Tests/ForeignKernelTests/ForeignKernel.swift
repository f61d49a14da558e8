internal import Glibc
internal import TenutoCore
internal import TenutoTransport
internal import TestSupport

/// An extension's process with which a test exchanges bytes, without `TenutoHost`.
final class ForeignKernel {
  let pid: pid_t
  private var channel: ControlChannel
  private let eventSocket: Descriptor
  private(set) var notices: [Notice] = []
  private var allocation: Allocation?

  /// The memory and sockets of an allocated extension.
  private final class Allocation {
    let page: CyclePage
    let memory: InstanceMemory
    var sender: EventSender
    var receiver: EventReceiver
    var cycle: UInt32 = 0
    var sampleTime: Int64 = 0

    init(page: consuming CyclePage, memory: InstanceMemory, events: CInt) {
      self.page = page
      self.memory = memory
      sender = EventSender(socket: events)
      receiver = EventReceiver(socket: events)
    }
  }

  /// The results of one cycle.
  struct Take {
    /// Samples by channel.
    var channels: [[Float]]
    var events: [TimedEvent]
    var report: CycleReport
  }

  /// Starts the executable at `path` with the two sockets of an extension; `errors` is its standard
  /// error, by default the test's.
  init(_ path: String, errors: CInt = 2) throws {
    let control = try SocketPair()
    let events = try SocketPair()
    // High numbers, so that neither collides with the target of the other.
    let first = fcntl(control.peer.number, F_DUPFD_CLOEXEC, 200)
    let second = fcntl(events.peer.number, F_DUPFD_CLOEXEC, 200)
    defer {
      close(first)
      close(second)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, first, 3)
    unsafe posix_spawn_file_actions_adddup2(&actions, second, 4)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var pid: pid_t = 0
    let name = unsafe strdup(path)
    defer { unsafe free(name) }
    var arguments = unsafe [name, nil]
    let error = unsafe posix_spawn(&pid, path, &actions, nil, &arguments, [nil])
    guard error == 0 else { throw SystemError("posix_spawn", code: error) }
    self.pid = pid
    channel = ControlChannel(control.takeHost())
    eventSocket = events.takeHost()
  }

  /// Starts a program of the package.
  static func built(_ name: String, _ code: ComponentCode) throws -> ForeignKernel {
    let kernel = try ForeignKernel(Built.path(name))
    _ = try kernel.ask(InstantiateRequest(code: code))
    return kernel
  }

  deinit {
    kill(pid, SIGKILL)
    _ = waitpid(pid, nil, 0)
  }

  /// Sends a request, and waits for the answer.
  @discardableResult
  func ask<R: ControlRequest>(_ request: R, descriptors: [CInt] = []) throws -> R.Response {
    try channel.call(request, descriptors: descriptors, milliseconds: 10_000) {
      notices.append($0)
    }
  }

  /// Sends a message with an arbitrary payload; its identifier is 42.
  func send(kind: UInt16, isReply: Bool, payload: [UInt8]) {
    var writer = WireWriter()
    writer.write(UInt32(0x4c54_4354))
    writer.write(kind | (isReply ? 0x8000 : 0))
    writer.write(UInt16(0))
    writer.write(UInt32(42))
    writer.write(UInt32(payload.count))
    sendRaw(writer.bytes + payload)
  }

  /// Sends bytes unchanged.
  func sendRaw(_ bytes: [UInt8]) {
    _ = unsafe Glibc.send(channel.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func sendRawEvents(_ bytes: [UInt8]) {
    _ = unsafe Glibc.send(
      eventSocket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func receive() throws -> ControlMessage {
    try channel.receive(deadline: .after(milliseconds: 10_000)).message
  }

  func hangUp() { channel.hangUp() }

  /// Whether the process ends on its own, and its exit code.
  func exitCode() -> Int32? {
    var status: Int32 = -1
    let pid = self.pid
    guard eventually({ unsafe waitpid(pid, &status, Int32(WNOHANG)) == pid }) else { return nil }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  func upload(_ bytes: [UInt8]) throws {
    for offset in stride(from: 0, to: max(1, bytes.count), by: BulkLimits.pieceBytes) {
      let piece = Array(bytes.dropFirst(offset).prefix(BulkLimits.pieceBytes))
      try ask(UploadRequest(offset: UInt32(offset), bytes: piece))
    }
  }

  func download(_ size: BulkSize) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < Int(size.byteCount) {
      let piece = try ask(DownloadRequest(offset: UInt32(bytes.count))).bytes
      guard !piece.isEmpty else { throw WireError.truncated }
      bytes += piece
    }
    return bytes
  }

  func description(_ index: UInt16 = 0) throws -> ComponentDescription {
    let bytes = try download(ask(DescribeRequest(index: index)))
    var reader = WireReader(bytes[...])
    let description = try ComponentDescription(from: &reader)
    try reader.finish()
    return description
  }

  func state(_ scope: StateScope = .document) throws -> ComponentState {
    try ComponentState(decoding: download(ask(SaveStateRequest(scope: scope))))
  }

  func load(_ state: ComponentState) throws {
    try upload(state.encoded())
    try ask(LoadStateRequest())
  }

  func parameters() throws -> [ParameterValue] { try ask(ParametersRequest()).values }
}

extension ForeignKernel {
  @discardableResult
  func allocate(
    inputs: [Int] = [], outputs: [Int] = [2], sampleRate: Double = 48000, maximum: Int = 64,
    capacity: Int = 64
  ) throws -> AllocateRequest.Response {
    let layout = BusLayout(inputs: inputs, outputs: outputs)
    let format = RenderFormat(
      sampleRate: sampleRate, maximumFrameCount: maximum, frameCapacity: capacity,
      inputChannelCount: layout.inputChannelCount,
      outputChannelCount: layout.outputChannelCount, depth: 5, slot: 9)
    let page = try CyclePage()
    let memory = try InstanceMemory(format)
    let response = try ask(
      AllocateRequest(format: format, layout: layout),
      descriptors: [page.descriptor, memory.toDescriptor, memory.fromDescriptor])
    allocation = Allocation(page: page, memory: memory, events: eventSocket.number)
    return response
  }

  /// One cycle.
  ///
  /// `isAsked` false: this instance skips the cycle.
  func render(
    _ frameCount: Int = 64, events: [TimedEvent] = [], contexts: [(Int, MusicalContext)] = [],
    input: (Int, Int) -> Float = { _, _ in 0 }, eventsOfCycle: UInt32? = nil,
    strayDatagrams: UInt32 = 0, isAsked: Bool = true
  ) throws -> Take {
    guard let allocation else { throw ControlError.closed }
    allocation.cycle &+= 1
    let cycle = allocation.cycle
    let port = allocation.memory.port
    for channel in 0..<port.inputChannelCount {
      let samples = unsafe port.inputSamples(channel)
      for frame in 0..<min(frameCount, port.frameCapacity) {
        unsafe samples[frame] = input(channel, frame)
      }
    }
    for event in events { allocation.sender.append(event, cycle: eventsOfCycle ?? cycle) }
    allocation.sender.flush(cycle: eventsOfCycle ?? cycle)
    allocation.page.announce(
      .init(
        frameCount: UInt32(frameCount), sampleTime: allocation.sampleTime, deadline: .never,
        isMeasured: true))
    for (frame, context) in contexts {
      allocation.page.addContext(context, frameOffset: UInt32(frame))
    }
    if isAsked {
      port.ask(cycle, datagramCount: allocation.sender.datagramCount &+ strayDatagrams)
    }
    allocation.page.setWaiter(9, depth: 5)
    allocation.page.start(cycle, depth: 5)
    let end = MonotonicTime.after(milliseconds: 20_000)
    while port.doneCycle != cycle {
      guard MonotonicTime.now.nanoseconds < end.nanoseconds else { throw ControlError.timedOut }
      port.wait(seen: cycle &- 1, until: .after(milliseconds: 1000))
    }
    allocation.page.setWaiter(nil, depth: 5)
    allocation.sampleTime += Int64(frameCount)
    return take(frameCount, allocation)
  }

  private func take(_ frameCount: Int, _ allocation: Allocation) -> Take {
    let port = allocation.memory.port
    let count = min(frameCount, port.frameCapacity)
    let channels = (0..<port.outputChannelCount).map { channel in
      let samples = unsafe port.outputSamples(channel)
      return (0..<count).map { unsafe samples[$0] }
    }
    var events: [TimedEvent] = []
    let report = port.report
    let cycle = allocation.cycle
    while case .event(let event) = allocation.receiver.next(
      cycle: cycle, frameCount: UInt32(max(1, frameCount)), announced: report.datagramCount)
    {
      events.append(event)
    }
    return Take(channels: channels, events: events, report: report)
  }

  /// Consecutive cycles of 64 frames, with events in the first; returns the first channel.
  func play(_ cycleCount: Int, events: [TimedEvent] = []) throws -> [Float] {
    var samples: [Float] = []
    for index in 0..<cycleCount {
      samples += try render(events: index == 0 ? events : []).channels[0]
    }
    return samples
  }
}
