internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem
internal import TenutoTransport

/// Drives an instance cycle by cycle with exactly the given input, without any conversion, mixing
/// or repair.
struct ReplayStage: ~Copyable {
  /// The result of a cycle.
  enum Result {
    case rendered
    /// The process has ended.
    case ended
    /// It missed the time limit.
    case late
  }

  private let instance: Instance
  private let page: CyclePage
  private let memory: InstanceMemory
  private let port: HostPort
  private var sender: EventSender
  private var cycle: UInt32 = 0

  private init(_ instance: Instance, _ page: consuming CyclePage, _ memory: InstanceMemory) {
    self.instance = instance
    self.page = page
    self.memory = memory
    port = memory.port
    sender = EventSender(socket: instance.process.eventSocket.number)
  }

  /// Allocates `instance` for `format`.
  static func make(
    _ instance: Instance, format: RenderFormat
  ) throws(HostError) -> ReplayStage {
    let page = try makePage()
    let memory = try instance.allocate(format, page: page, priority: nil)
    return ReplayStage(instance, page, memory)
  }

  private static func makePage() throws(HostError) -> CyclePage {
    do throws(SystemError) {
      return try CyclePage()
    } catch {
      throw HostError("No shared memory for the cycle page", shortOf: error)
    }
  }

  /// Renders one cycle; `timeout` is in milliseconds, nil for no limit.
  mutating func render(
    _ recorded: FlightRecording.Cycle, _ content: ReplayFeed.Content, timeout: UInt64?
  ) -> Result {
    cycle &+= 1
    fill(content.inputs, frameCount: recorded.frameCount)
    for event in content.events { sender.append(event, cycle: cycle) }
    sender.flush(cycle: cycle)
    // The kernel can ask whether rendering is offline, so a realtime cycle needs a far deadline.
    let deadline: MonotonicTime =
      recorded.isOffline ? .never : .after(milliseconds: Self.farMilliseconds)
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(recorded.frameCount), sampleTime: recorded.sampleTime,
        deadline: deadline))
    for context in content.contexts {
      page.addContext(context.context, frameOffset: UInt32(context.frameOffset))
    }
    port.ask(cycle, datagramCount: sender.datagramCount)
    page.setWaiter(0, depth: 0)
    page.start(cycle, depth: 0)
    return wait(until: timeout.map { .after(milliseconds: $0) } ?? .never)
  }

  private static let farMilliseconds: UInt64 = 3_600_000

  private func fill(_ inputs: [[Float]], frameCount: Int) {
    for channel in 0..<min(inputs.count, port.inputChannelCount) {
      let samples = unsafe port.inputSamples(channel)
      for frame in 0..<min(frameCount, port.frameCapacity) {
        unsafe samples[frame] = inputs[channel][frame]
      }
    }
  }

  private func wait(until limit: MonotonicTime) -> Result {
    while true {
      let seen = port.doneCycle
      // Under a debugger the process stays alive after its fault handler has answered.
      let hasCrashed = port.report.status == RenderStatus.crashed.rawValue
      if seen == cycle && !hasCrashed { return .rendered }
      if !instance.process.monitor.life.isAlive { return .ended }
      if limit != .never && MonotonicTime.now >= limit { return .late }
      if seen == cycle {
        usleep(1000)
      } else {
        port.wait(seen: seen, until: .after(milliseconds: 20))
      }
    }
  }

  /// Appends the output of the last cycle to `sound`, and discards its events.
  func takeOutput(frameCount: Int, into sound: inout [[Float]]) {
    for channel in 0..<min(sound.count, port.outputChannelCount) {
      let samples = unsafe port.outputSamples(channel)
      for frame in 0..<min(frameCount, port.frameCapacity) {
        unsafe sound[channel].append(samples[frame])
      }
    }
    var byte: UInt8 = 0
    let socket = instance.process.eventSocket.number
    for _ in 0..<4096 where unsafe tenuto_receive(socket, &byte, 1) == -Int(EAGAIN) { return }
  }
}
