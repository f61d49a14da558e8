import Glibc
import Synchronization
import Testing

@testable import TenutoJACK

extension JACKTests {
  @Suite(.serialized) struct NotificationTests {
    @Test func bufferSizeIsNotifiedAndSeenByTheProcessor() throws {
      let server = try JACKServer(frameCount: 128)
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let other = try JACKClient(name: "other", serverName: server.name)
      defer { other.close() }
      let counters = Counters()
      let log = Log<Int>()
      var wanted = JACKNotifications()
      wanted.bufferSize = { log.append($0) }
      try client.setNotifications(wanted)
      try client.setProcessor(CycleCounter(counters: counters))
      try client.activate()
      #expect(eventually { counters[.frames] == 128 })
      try other.setBufferSize(512)
      #expect(eventually { counters[.frames] == 512 })
      #expect(eventually { log.values.contains(512) })
      #expect(client.bufferSize == 512)
    }

    @Test func activateCallsBufferSizeBeforeProcess() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let counters = Counters()
      let log = Log<[Int]>()
      var wanted = JACKNotifications()
      wanted.bufferSize = { log.append([$0, counters[.cycles]]) }
      try client.setNotifications(wanted)
      try client.setProcessor(CycleCounter(counters: counters))
      try client.activate()
      #expect(eventually { counters[.cycles] > 3 })
      try client.setBufferSize(256)
      #expect(eventually { log.values.count == 2 })
      #expect(log.values.first == [128, 0], "no cycle ran before")
      #expect(log.values.last?[0] == 256)
    }

    @Test func killedServerIsNotifiedAndItsClientsMustBeClosed() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let log = Log<String>()
      let client = try JACKClient(name: "one", serverName: server.name)
      let port = try client.registerPort("out", kind: .audio, direction: .output)
      try client.setPrettyName("Out", of: port)
      var wanted = JACKNotifications()
      wanted.shutdown = { log.append($0) }
      try client.setNotifications(wanted)
      try client.setProcessor(CycleCounter(counters: Counters()))
      try client.activate()
      server.kill()
      #expect(eventually { !log.values.isEmpty })
      #expect(log.values.first?.isEmpty == false)
      #expect(client.hasServerEnded)
      #expect(!client.isActive)
      let ended = #expect(throws: JACKError.self) {
        _ = try client.registerPort("b", kind: .audio, direction: .output)
      }
      #expect(ended?.code == .serverEnded)

      try server.restart()
      let dead = #expect(throws: JACKError.self) {
        _ = try JACKClient(name: "two", serverName: server.name)
      }
      #expect(dead?.code == .deadClientsOpen)
      client.close()
      let again = try JACKClient(name: "one", serverName: server.name)
      let counters = Counters()
      try again.setProcessor(CycleCounter(counters: counters))
      try again.activate()
      #expect(eventually { counters[.cycles] > 3 })
      again.close()
    }

    @Test func endedServerIsNotified() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let log = Log<String>()
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      var wanted = JACKNotifications()
      wanted.shutdown = { log.append($0) }
      try client.setNotifications(wanted)
      try client.activate()
      server.stop()
      #expect(eventually { !log.values.isEmpty })
    }

    @Test func clientMayBeClosedInItsOwnShutdown() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let holder = Log<JACKClient>()
      let client = try JACKClient(name: "one", serverName: server.name)
      holder.append(client)
      var wanted = JACKNotifications()
      wanted.shutdown = { _ in for client in holder.values { client.close() } }
      try client.setNotifications(wanted)
      try client.activate()
      server.kill()
      let isClosed = eventually {
        do {
          try client.activate()
          return false
        } catch { return (error as? JACKError)?.code == .closed }
      }
      #expect(isClosed)
      try server.restart()
      #expect(eventually { (try? JACKClient(name: "two", serverName: server.name)) != nil })
    }

    /// JACK 1.9 may cancel the thread at any instruction: a lock held by the closure would stay
    /// locked.
    @Test func closingWaitsForARunningClosure() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      let other = try JACKClient(name: "other", serverName: server.name)
      defer { other.close() }
      let (began, ended) = (Log<String>(), Log<String>())
      var wanted = JACKNotifications()
      wanted.portRegistration = { port, _ in
        began.append(port)
        usleep(300_000)
        ended.append(port)
      }
      try client.setNotifications(wanted)
      try client.activate()
      try other.activate()
      _ = try other.registerPort("out", kind: .audio, direction: .output)
      #expect(eventually { !began.values.isEmpty })
      client.close()
      #expect(!ended.values.isEmpty && ended.values == began.values)
    }

    @Test func freewheelIsNotified() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let log = Log<Bool>()
      let counters = Counters()
      var wanted = JACKNotifications()
      wanted.freewheel = { log.append($0) }
      try client.setNotifications(wanted)
      try client.setProcessor(CycleCounter(counters: counters))
      try client.activate()
      try client.setFreewheel(true)
      #expect(eventually { log.values == [true] })
      try client.setFreewheel(false)
      #expect(eventually { log.values == [true, false] })
      let before = counters[.cycles]
      #expect(eventually { counters[.cycles] > before })
    }

    @Test func lateClientIsCountedAsXrun() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let log = Log<Int>()
      var wanted = JACKNotifications()
      wanted.xrun = { log.append(1) }
      try client.setNotifications(wanted)
      // Not marked @_noLocks, because it is late on purpose.
      unsafe try client.setProcess({ _, _ in usleep(20000) == 0 ? 0 : 1 }, context: nil)
      try client.activate()
      #expect(eventually { !log.values.isEmpty })
    }

    @Test func graphChangesAreNotifiedWithNames() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let watcher = try JACKClient(name: "watcher", serverName: server.name)
      defer { watcher.close() }
      let log = Log<String>()
      var wanted = JACKNotifications()
      wanted.clientRegistration = { log.append("client \($0) \($1)") }
      wanted.portRegistration = { log.append("port \($0) \($1)") }
      wanted.portRename = { log.append("renamed \($0) \($1)") }
      wanted.portConnection = { log.append("\($0.source) \($0.destination) \($0.isConnected)") }
      wanted.graphOrder = { log.append("order") }
      wanted.threadStart = { log.append("thread") }
      try watcher.setNotifications(wanted)
      try watcher.activate()
      let client = try JACKClient(name: "one", serverName: server.name)
      // Ports of an inactive client are announced when it is activated.
      try client.activate()
      let port = try client.registerPort("out", kind: .audio, direction: .output)
      #expect(eventually { log.values.contains("port one:out true") })
      try client.renamePort(port, to: "left")
      try client.connect(from: "one:left", to: "system:playback_1")
      try client.disconnect(from: "one:left", to: "system:playback_1")
      client.close()
      let expected = [
        "client one true", "renamed one:out one:left",
        "one:left system:playback_1 true", "one:left system:playback_1 false", "client one false",
        "order", "thread",
      ]
      for entry in expected {
        #expect(eventually { log.values.contains(entry) }, "\(entry) in \(log.values)")
      }
    }
  }
}

/// The records of the closures, in order.
final class Log<Value: Sendable>: Sendable {
  private let entries = Mutex<[Value]>([])
  var values: [Value] { entries.withLock { $0 } }
  func append(_ value: Value) { entries.withLock { $0.append(value) } }
}
