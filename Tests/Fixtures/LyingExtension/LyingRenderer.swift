import CTenuto
import Glibc
import TenutoTransport

/// A render thread that plays a constant level, and sends false events from the tenth cycle on.
final class LyingRenderer {
  private let page: Mapping
  private let from: Mapping
  private let format: RenderFormat
  private var lie: EventLie
  private var datagramCount: UInt32 = 0
  private var cycleCount = 0

  init(_ request: AllocateRequest, _ descriptors: [CInt], _ lie: String) throws {
    format = request.format
    self.lie = EventLie(lie)
    page = try Mapping(descriptors[0], byteCount: 8192, isWritable: false)
    let bytes = 128 + format.outputChannelCount * format.frameCapacity * 4
    from = try Mapping(descriptors[2], byteCount: bytes, isWritable: true)
    unsafe tenuto_store(own + 16, tenuto_load_acquire(depth))
  }

  private var own: UnsafeMutablePointer<UInt32> {
    unsafe from.base.assumingMemoryBound(to: UInt32.self)
  }

  private var depth: UnsafeMutablePointer<UInt32> {
    unsafe page.base.advanced(by: 64 + format.depth * 64).assumingMemoryBound(to: UInt32.self)
  }

  /// Starts the thread, and for some lies a second one that only sends.
  func start() {
    run { $0.render() }
    if lie.name == "thread" { run { $0.lie.flood() } }
  }

  private final class Body {
    let renderer: LyingRenderer
    let run: (LyingRenderer) -> Void
    init(_ renderer: LyingRenderer, _ run: @escaping (LyingRenderer) -> Void) {
      self.renderer = renderer
      self.run = run
    }
  }

  private func run(_ body: @escaping (LyingRenderer) -> Void) {
    let context = unsafe Unmanaged.passRetained(Body(self, body)).toOpaque()
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        body.run(body.renderer)
        return nil
      }, context)
  }

  private func render() {
    var seen = unsafe own[16]
    while true {
      let cycle = unsafe tenuto_load_acquire(depth)
      if cycle == seen {
        _ = unsafe tenuto_futex_wait(depth, seen, 0)
      } else {
        seen = cycle
        finish(cycle)
      }
    }
  }

  private func fillOutput() {
    let samples = unsafe from.base.advanced(by: 128).assumingMemoryBound(to: Float.self)
    for index in 0..<format.outputChannelCount * format.frameCapacity {
      unsafe samples[index] = 0.25
    }
  }

  /// The cycle that it reports as done.
  private func reportedCycle(_ cycle: UInt32) -> UInt32 {
    switch lie.name {
    case "done next": cycle &+ 1
    case "done past": cycle &- 5
    case "done far": cycle ^ 0x8000_0000
    default: cycle
    }
  }

  private func finish(_ cycle: UInt32) {
    fillOutput()
    cycleCount += 1
    if cycleCount == 10 { MemoryLie.apply(lie.name, from) }
    if cycleCount >= 10 && lie.name != "thread" { datagramCount &+= lie.apply(cycle: cycle) }
    if lie.name == "thread" { datagramCount &+= 1 }
    unsafe own[17] = 0
    unsafe own[18] = datagramCount
    unsafe own[19] = page.base.assumingMemoryBound(to: UInt32.self)[4]
    unsafe tenuto_store(own + 16, cycleCount == 10 ? reportedCycle(cycle) : cycle)
    _ = unsafe tenuto_futex_wake(own + 16, 1)
  }
}
