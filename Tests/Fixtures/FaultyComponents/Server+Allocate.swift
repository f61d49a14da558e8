import CTenuto
import Glibc
import TenutoCore
import TenutoTransport

extension Server {
  func allocate(
    _ request: AllocateRequest, _ descriptors: [CInt]
  ) throws -> AllocateRequest.Response {
    guard let chosen else { throw Refusal("instantiate comes first") }
    guard descriptors.count == 3 else { throw Refusal("allocate needs 3 descriptors") }
    try check(request, chosen)
    allocateCount += 1
    if Fault.is("Z01") { try readOutside() }
    if Fault.is("Z05") && getpid() != 2 { throw Refusal("this is not process 2") }
    if Fault.is("L03") && allocateCount > 1 { throw Refusal("once is enough") }
    if Fault.is("L04") { for _ in 0..<4 { _ = dup(descriptors[0]) } }
    if Fault.is("B06"), let last = lastLayout, last != request.layout { setDefaults(chosen) }
    lastLayout = request.layout
    isDeallocated = false
    rendering?.end()
    rendering = nil
    if Fault.is("A13") {
      try startGreedy(request.format, descriptors)
      return AllocateRequest.Response(renderThread: 0, latency: latency(chosen), tail: 480)
    }
    do {
      let new = try Rendering(request, descriptors, chosen, shared)
      rendering = new
      if Fault.is("B04") { try spoilHeader(descriptors[2]) }
      return AllocateRequest.Response(
        renderThread: new.thread, latency: latency(chosen), tail: 480)
    } catch {
      if Fault.is("X03") { raise(SIGBUS) }
      throw Refusal("\(error)")
    }
  }

  private func readOutside() throws {
    let file = unsafe open("/etc/passwd", O_RDONLY)
    guard file >= 0 else { throw Refusal("/etc/passwd cannot be read") }
    close(file)
  }

  private func check(_ request: AllocateRequest, _ component: ComponentDescription) throws {
    let layout = request.layout
    let hasAllBusses =
      layout.inputs.count == component.inputs.count
      && layout.outputs.count == component.outputs.count
    if !hasAllBusses && !Fault.is("B05") { throw Refusal("these are not its busses") }
    if Fault.is("B02") && layout.outputs.first == 1 { throw Refusal("not in mono") }
    if hasAllBusses && !component.accepts(layout) && !Fault.is("B03") {
      throw Refusal("it does not work with \(layout)")
    }
    if Fault.is("B08") && request.format.sampleRate > 700_000 { throw Refusal("too fast") }
  }

  private func latency(_ component: ComponentDescription) -> UInt32 {
    guard component.code.kind == .effect else { return 0 }
    return UInt32(Fault.is("B09") ? 2 * Sound.latency : Sound.latency)
  }

  private func spoilHeader(_ from: CInt) throws {
    let mapping = try Mapping(from, byteCount: 4096, isWritable: true)
    unsafe mapping.base.storeBytes(of: UInt32(77), toByteOffset: 12, as: UInt32.self)
  }

  /// Renders any announced number of frames, regardless of the segment's size.
  private func startGreedy(_ format: RenderFormat, _ descriptors: [CInt]) throws {
    let greedy = try Greedy(format, descriptors)
    let context = unsafe Unmanaged.passRetained(greedy).toOpaque()
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Greedy>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, context)
  }
}

/// A render thread that trusts the host more than its own memory.
final class Greedy {
  private let page: Mapping
  private let from: Mapping

  init(_ format: RenderFormat, _ descriptors: [CInt]) throws {
    page = try Mapping(descriptors[0], byteCount: 8192, isWritable: false)
    let bytes = 128 + format.outputChannelCount * format.frameCapacity * 4
    from = try Mapping(descriptors[2], byteCount: bytes, isWritable: true)
  }

  func run() {
    let words = unsafe page.base.assumingMemoryBound(to: UInt32.self)
    let own = unsafe from.base.assumingMemoryBound(to: UInt32.self)
    var seen = unsafe tenuto_load_acquire(words + 16)
    unsafe tenuto_store(own + 16, seen)
    while true {
      usleep(300)
      let cycle = unsafe tenuto_load_acquire(words + 16)
      guard cycle != seen else { continue }
      seen = cycle
      let frames = unsafe words[4]
      let count = min(Int(frames), from.byteCount / 4 - 32)
      for index in 0..<count { unsafe own[32 + index] = 0 }
      unsafe own[17] = 0
      unsafe own[19] = frames
      unsafe tenuto_store(own + 16, cycle)
      _ = unsafe tenuto_futex_wake(own + 16, 1)
    }
  }
}
