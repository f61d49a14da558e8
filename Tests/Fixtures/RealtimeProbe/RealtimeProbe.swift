import CFixtures
import CTenuto
import Glibc
import TenutoRender

/// Renders 1000 cycles of a real graph like an engine's render thread, for the preloaded sanitizer
/// and counter.
///
///     RealtimeProbe clean | allocate | count [chain | routing | shadow]
@main
enum RealtimeProbe {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let mode = arguments.first ?? "clean"
    if mode != "count" && tenuto_realtime_is_checked() == 0 {
      print("the sanitizer is not there")
      exit(9)
    }
    var watch = RenderWatch()
    let graph =
      switch arguments.dropFirst().first {
      case "routing": try RoutingScene.play(&watch)
      case "shadow": try ShadowScene.play(&watch)
      default: try ChainScene.play(&watch, allocates: mode == "allocate")
      }
    let before = watch.allocationCount
    fixture_allocate()
    let after = watch.allocationCount
    print("\(watch.allocations) allocations in 1000 cycles, \(after - before) after them")
    print("misses: \(graph.readings().map(\.misses))")
    print("lost events: \(graph.readings().map(\.lostEvents))")
  }
}
