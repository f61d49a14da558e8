import Glibc
import TenutoProcess
import TenutoRender
import TestSupport

/// A host that plays two instruments until it is ended.
///
/// It prints their process ids.
@main
enum PlayingHost {
  static func main() throws {
    let instances = [try Instance.sine(), try Instance.sine()]
    var graph = Graph()
    for instance in instances { graph.connectOutput(of: graph.add(instance)) }
    let rig = try Rig(graph)
    for node in graph.nodeIDs { rig.play(69, on: node) }
    rig.render()
    print(instances.map { String($0.process.identifier) }.joined(separator: " "))
    fflush(nil)
    while true { rig.render() }
  }
}
