internal import CTenuto
internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// Drives one instance cycle by cycle, and watches the memory around its samples.
///
/// Thread: control, always the same thread.
final class Bench {
  let subject: TestedExtension
  let description: ComponentDescription
  let page: CyclePage
  private(set) var memory: InstanceMemory?
  private(set) var format: RenderFormat?
  private(set) var response: AllocateRequest.Response?
  var sender: EventSender
  var outbox: EventInbox
  var cycle: UInt32 = 0
  var sampleTime: Int64 = 0

  static let sampleRate = 48000.0

  init(_ target: ValidationTarget, sandbox: SandboxPolicy = .off) throws {
    subject = try TestedExtension(target.executablePath, sandbox: sandbox)
    page = try CyclePage()
    sender = EventSender(socket: subject.eventSocket.number)
    outbox = EventInbox(socket: subject.eventSocket.number)
    let all = try subject.descriptions()
    guard let own = all.first(where: { $0.code == target.code }) else {
      let codes = all.map { "'\($0.code)'" }.joined(separator: ", ")
      throw BenchFault.lied("'\(target.code)' is not among its components: \(codes)")
    }
    description = own
    _ = try subject.call(InstantiateRequest(code: target.code))
  }

  /// The usual format of checks for `layout`.
  func standardFormat(
    _ layout: BusLayout, sampleRate: Double = Bench.sampleRate, frames: Int = 512,
    capacity: Int? = nil
  ) -> RenderFormat {
    RenderFormat(
      sampleRate: sampleRate, maximumFrameCount: frames, frameCapacity: capacity ?? frames,
      inputChannelCount: layout.inputChannelCount, outputChannelCount: layout.outputChannelCount,
      depth: 0, slot: 0)
  }

  /// Allocates for `layout`, by default the component's own.
  func allocate(
    _ layout: BusLayout? = nil, sampleRate: Double = Bench.sampleRate, frames: Int = 512
  ) throws {
    let layout = layout ?? description.defaultLayout
    let format = standardFormat(layout, sampleRate: sampleRate, frames: frames)
    let memory = try InstanceMemory(format)
    self.memory = nil
    response = try subject.call(
      AllocateRequest(format: format, layout: layout),
      descriptors: [page.descriptor, memory.toDescriptor, memory.fromDescriptor])
    self.memory = memory
    self.format = format
    // Discard the datagrams of an earlier allocation; their count restarts.
    sender = EventSender(socket: subject.eventSocket.number)
    outbox.reset()
    outbox.drain()
    outbox.events = []
  }

  func deallocate() throws {
    _ = try subject.call(DeallocateRequest())
    memory = nil
  }

  var latency: Int { Int(response?.latency ?? 0) }

  /// Seconds of its tail; infinite if it is endless.
  var tail: Double {
    guard let tail = response?.tail, tail != .max else { return .infinity }
    return Double(tail) / (format?.sampleRate ?? Self.sampleRate)
  }

  var port: HostPort {
    get throws {
      guard let memory else { throw BenchFault.system("no memory is allocated") }
      return memory.port
    }
  }
}

extension TestedExtension {
  /// Opens the conversation and requests all descriptions.
  func descriptions() throws(BenchFault) -> [ComponentDescription] {
    let hello = try call(HelloRequest())
    guard hello.version == HelloRequest.currentVersion else {
      throw .lied(
        "it speaks version \(hello.version) of the protocol, not \(HelloRequest.currentVersion)")
    }
    var all: [ComponentDescription] = []
    for index in 0..<min(hello.componentCount, 64) {
      all.append(try decode(try download(after: DescribeRequest(index: index))))
    }
    return all
  }

  /// Sends a request whose result is downloaded, and downloads it.
  func download<R: ControlRequest>(
    after request: R, pieceLimit: Int = .max
  ) throws(BenchFault) -> [UInt8] where R.Response == BulkSize {
    let size = Int(try call(request).byteCount)
    var bytes: [UInt8] = []
    while bytes.count < size {
      let piece = try call(DownloadRequest(offset: UInt32(bytes.count))).bytes
      guard !piece.isEmpty, bytes.count + piece.count <= size else {
        throw .lied("a download of \(size) bytes ended at \(bytes.count + piece.count)")
      }
      bytes += piece.prefix(pieceLimit)
    }
    return bytes
  }

  /// Uploads `bytes` in pieces with the sizes of `nextSize`.
  func upload(
    _ bytes: [UInt8], nextSize: () -> Int = { BulkLimits.pieceBytes }
  ) throws(BenchFault) {
    var offset = 0
    repeat {
      let end = min(bytes.count, offset + min(nextSize(), BulkLimits.pieceBytes))
      _ = try call(UploadRequest(offset: UInt32(offset), bytes: Array(bytes[offset..<end])))
      offset = end
    } while offset < bytes.count
  }

  func decode<T: WireCodable>(_ bytes: [UInt8]) throws(BenchFault) -> T {
    do throws(WireError) {
      var reader = WireReader(bytes[...])
      let value = try T(from: &reader)
      try reader.finish()
      return value
    } catch {
      throw .lied("a description is malformed: \(error)")
    }
  }
}
