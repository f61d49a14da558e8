import CFixtures
import CTenuto
import Glibc
import TenutoCore
import TenutoHost
import TenutoMIDI
import TenutoTransport
import TestSupport

/// Renders 1000 cycles of a real graph as an engine's render thread would, for the sanitizer and
/// the counter that the tests preload.
///
///     RealtimeProbe clean | allocate | count
@main
enum RealtimeProbe {
  static func main() throws {
    let mode = CommandLine.arguments.dropFirst().first ?? "clean"
    let instances = [
      try Instance.sine(), try Instance.faultyEffect(), try Instance.sine(),
    ]
    var graph = Graph(chain: Array(instances.prefix(2)))
    let last = graph.add(instances[2])
    graph.connectOutput(of: last)
    let rig = try Rig(graph)
    let renderer = unsafe rig.graph.renderer
    let node = graph.nodeIDs[0]
    rig.render()
    if mode != "count" && tenuto_realtime_is_checked() == 0 {
      print("the sanitizer is not there")
      exit(9)
    }
    let allocationCount = allocationCounter()
    let before = allocationCount?() ?? 0
    tenuto_realtime_enter()
    for number in 0..<1000 {
      let event = MIDIEvent.noteOn(channel: 0, note: UInt8(40 + number % 40), velocity: 9000)
      unsafe renderer.pointee.send(
        .init(frameOffset: UInt32(number % 64), payload: .midi(event.ump)),
        toSlot: rig.graph.slot(of: node))
      unsafe renderer.pointee.render(
        frameCount: 64, until: .init(nanoseconds: tenuto_now() + 10_000_000_000),
        isRealtime: true)
      if mode == "allocate" && number == 500 { fixture_allocate() }
    }
    let during = allocationCount?() ?? 0
    tenuto_realtime_exit()
    fixture_allocate()
    let after = allocationCount?() ?? 0
    print("\(during - before) allocations in 1000 cycles, \(after - during) after them")
    print("misses: \(rig.graph.readings().map(\.misses))")
  }

  /// What counts calls of the allocator by this thread, where it is preloaded.
  private static func allocationCounter() -> (@convention(c) () -> Int)? {
    unsafe unsafeBitCast(
      dlsym(nil, "tenuto_allocation_count"), to: (@convention(c) () -> Int)?.self)
  }
}
