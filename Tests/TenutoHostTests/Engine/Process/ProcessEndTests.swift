import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// Resources end with their owner.
struct ProcessEndTests {
  @Test func fiftyLaunchesLeakNothing() async {
    await #expect(processExitsWith: .success) {
      func launch() throws {
        let instance = try Instance.sine()
        try Rig(chain: [instance]).render()
        instance.terminate()
        _ = try? Instance(executablePath: "/nowhere", code: "aumu sine Tnto")
        _ = try? Instance(
          built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=garbage"])
      }
      try launch()
      #expect(eventually { ProcessTable.children.isEmpty })
      let threads = ProcessTable.threadCount
      // The supervisor closes a process's resources shortly after its end.
      usleep(200_000)
      let descriptors = ProcessTable.openDescriptorCount
      for _ in 0..<50 { try launch() }
      #expect(ProcessTable.hasNoMoreDescriptors(than: descriptors))
      #expect(eventually { ProcessTable.children.isEmpty })
      #expect(eventually { ProcessTable.threadCount <= threads + 4 })
      #expect(ProcessTable.sharedMappingCount == 0)
      #expect(ProcessTable.sharedMemoryNames(of: getpid()).isEmpty)
    }
  }

  @Test func preparingTheSameInstanceAgainLeaksNothing() async {
    await #expect(processExitsWith: .success) {
      let instance = try Instance.sine()
      func prepare() throws {
        let rig = try Rig(chain: [instance])
        rig.render()
        rig.graph.release()
      }
      try prepare()
      let descriptors = ProcessTable.openDescriptorCount
      let mappings = ProcessTable.sharedMappingCount
      for _ in 0..<20 { try prepare() }
      #expect(ProcessTable.hasNoMoreDescriptors(than: descriptors))
      #expect(eventually { ProcessTable.sharedMappingCount <= mappings })
    }
  }

  @Test func aKilledExtensionIsReapedAndNamed() throws {
    let instance = try Instance.sine()
    let identifier = instance.process.identifier
    #expect(ProcessTable.exists(identifier))
    kill(identifier, SIGKILL)
    #expect(eventually { instance.process.exit == .signaled(number: SIGKILL) })
    #expect(ProcessTable.state(identifier) != "Z")
    instance.terminate()
  }

  @Test func aReleasedInstanceEndsItsProcess() throws {
    let identifier = try Self.forgottenProcess()
    #expect(eventually { !ProcessTable.exists(identifier) })
  }

  private static func forgottenProcess() throws -> Int32 {
    try Instance.sine().process.identifier
  }

  @Test func terminatingTwiceIsHarmless() throws {
    let instance = try Instance.sine()
    instance.terminate()
    instance.terminate()
    #expect(instance.process.exit == .exited(code: 0))
  }

  @Test func anExtensionThatHangsInRenderIsEndedAllTheSame() throws {
    let instance = try Instance.faulty(environment: ["TENUTO_TEST_GATE=/nowhere/at/all"])
    let graph = Graph(chain: [instance])
    let rig = try Rig(graph)
    rig.send(.fault(10), to: graph.nodeIDs[0])
    rig.render(milliseconds: 50)
    instance.terminate()
    #expect(instance.process.exit == .signaled(number: SIGKILL))
  }

  @Test func onlyTheSocketsOfAnExtensionAreOpen() throws {
    let instance = try Instance.sine()
    let folder = "/proc/\(instance.process.identifier)/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(open == ["0", "1", "2", "3", "4"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/0") == "/dev/null")
    for number in 3...4 {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      #expect(target.hasPrefix("socket:"))
    }
  }

  @Test func anExtensionGetsACleanEnvironment() throws {
    let instance = try Instance.sine(environment: ["TENUTO_TEST=1"])
    let path = "/proc/\(instance.process.identifier)/environ"
    let data = try #require(FileManager.default.contents(atPath: path))
    let variables = String(decoding: data, as: UTF8.self).split(separator: "\0")
    #expect(variables == ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "TENUTO_TEST=1"])
  }

  @Test func sigkillOfTheHostEndsItsExtensionsAndLeavesNothing() throws {
    let host = Process()
    host.executableURL = URL(fileURLWithPath: Built.path("PlayingHost"))
    let pipe = Pipe()
    host.standardOutput = pipe
    try host.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let extensions = line.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    #expect(extensions.count == 2, "\(line)")
    for identifier in extensions { #expect(ProcessTable.exists(identifier)) }
    let sockets = try unixSocketNames()
    kill(host.processIdentifier, SIGKILL)
    host.waitUntilExit()
    for identifier in extensions {
      #expect(
        eventually {
          let state = ProcessTable.state(identifier)
          return state == nil || state == "Z"  // init may be slow to reap
        })
    }
    #expect(ProcessTable.sharedMemoryNames(of: host.processIdentifier).isEmpty)
    #expect(try unixSocketNames().subtracting(sockets).allSatisfy { !$0.contains("tenuto") })
  }

  /// The names of all named Unix sockets.
  private func unixSocketNames() throws -> Set<Substring> {
    let table = try String(contentsOfFile: "/proc/net/unix", encoding: .utf8)
    return Set(
      table.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        return fields.count > 7 ? fields[7] : nil
      })
  }
}
