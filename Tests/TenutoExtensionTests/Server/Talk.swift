import Glibc
import TenutoTransport
import TestSupport

@testable import TenutoExtension

/// The host's side of a conversation with a server on a thread of this process.
final class Talk {
  private let events: SocketPair
  private var channel: ControlChannel
  private let page: CyclePage
  private var memory: InstanceMemory?
  private let thread: TestThread
  private var cycle: UInt32 = 0
  /// The notifications of the unit.
  private(set) var notices: [Notice] = []

  static let layout = BusLayout(inputs: [2], outputs: [2])

  init(instantiated code: ComponentCode? = "aumf prob Test") throws {
    let control = try SocketPair()
    events = try SocketPair()
    page = try CyclePage()
    let server = dup(control.peer.number)
    let peer = events.peer.number
    thread = TestThread {
      var server = ExtensionServer(
        [ComponentEntry(Probe.self, unit: ProbeUnit.self), ComponentEntry(Plain.self)],
        control: Descriptor(owning: server), events: peer)
      server.run()
    }
    channel = ControlChannel(control.takeHost())
    if let code { _ = try call(InstantiateRequest(code: code)) }
  }

  deinit { channel.hangUp() }

  func call<R: ControlRequest>(
    _ request: R, descriptors: [CInt] = []
  ) throws(ControlError) -> R.Response {
    try channel.call(
      request, descriptors: descriptors, milliseconds: 10_000,
      onNotice: { notices.append($0) })
  }

  /// Why the server refuses `request`; nil if it does not.
  func refusal<R: ControlRequest>(of request: R, descriptors: [CInt] = []) -> String? {
    do throws(ControlError) {
      _ = try call(request, descriptors: descriptors)
      return nil
    } catch {
      guard case .refused(let reason) = error else { return "\(error)" }
      return reason
    }
  }

  func upload(_ bytes: [UInt8]) throws {
    for offset in stride(from: 0, to: max(1, bytes.count), by: BulkLimits.pieceBytes) {
      let piece = Array(bytes.dropFirst(offset).prefix(BulkLimits.pieceBytes))
      _ = try call(UploadRequest(offset: UInt32(offset), bytes: piece))
    }
  }

  func download(_ size: BulkSize) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < Int(size.byteCount) {
      bytes += try call(DownloadRequest(offset: UInt32(bytes.count))).bytes
    }
    return bytes
  }

  /// Sends a message to the unit; returns its answer.
  func say(_ text: String) throws -> String {
    try upload(Array(text.utf8))
    return String(decoding: try download(try call(MessageRequest())), as: UTF8.self)
  }

  func allocate(_ layout: BusLayout = Talk.layout) throws -> AllocateRequest.Response {
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 64,
      inputChannelCount: layout.inputChannelCount, outputChannelCount: layout.outputChannelCount,
      depth: 0, slot: 0)
    let memory = try InstanceMemory(format)
    let response = try call(
      AllocateRequest(format: format, layout: layout),
      descriptors: [page.descriptor, memory.toDescriptor, memory.fromDescriptor])
    self.memory = memory
    return response
  }

  /// Renders a cycle; returns the last sample of each channel.
  func render() -> [Float] {
    guard let memory else { return [] }
    cycle += 1
    let port = memory.port
    page.announce(CyclePage.Announcement(frameCount: 64, sampleTime: 0, deadline: .never))
    port.ask(cycle, datagramCount: 0)
    page.start(cycle, depth: 0)
    guard eventually({ port.doneCycle == cycle }) else { return [] }
    return (0..<2).map { unsafe port.outputSamples($0)[63] }
  }

  /// Waits for notices until they satisfy `condition`.
  func receiveNotices(until condition: ([Notice]) -> Bool) throws -> Bool {
    for _ in 0..<5000 {
      while let notice = try channel.takeNotice() { notices.append(notice) }
      if condition(notices) { return true }
      usleep(2000)
    }
    return false
  }

  /// Shuts the server down; returns whether its thread has ended.
  func end() throws -> Bool {
    _ = try call(ShutdownRequest())
    return thread.join()
  }
}
