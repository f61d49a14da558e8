import Foundation
import TenutoCore
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoHost

/// A chain that is kept on the disk while it plays.
struct SessionKeeperTests {
  private let folder = SessionTestFolder()
  private var store: GenerationStore { GenerationStore(folder: "\(folder.path)/session") }

  private final class Log: Sendable {
    let events = Locked<[SessionKeeper.Event]>([])
    func add(_ event: SessionKeeper.Event) { events.withLock { $0.append(event) } }
    func count(_ isWanted: (SessionKeeper.Event) -> Bool) -> Int {
      events.withLock { $0.count(where: isWanted) }
    }
    var failures: Int { count { if case .failed = $0 { true } else { false } } }
    var recoveries: Int { count { if case .recovered = $0 { true } else { false } } }
    var saves: Int { count { if case .saved = $0 { true } else { false } } }
  }

  private func keeper(_ mirror: StateMirror, _ log: Log) throws -> SessionKeeper {
    SessionKeeper(
      [
        SessionKeeper.Member(key: "rich", mirror: mirror) { (true, .onePeriodLater) }
      ],
      others: [SessionDocument.Node("aufx dely Tnto", name: "Delay", key: "delay")],
      writer: try store.open(), hostVersion: "1.2.3", songPosition: { 4.5 },
      onEvent: { log.add($0) })
  }

  private func restoredValue() throws -> Float? {
    let node = try store.session()?.document.nodes.first
    return node?.values.first { $0.address == 1 }?.value
      ?? node?.state?.parameters.first { $0.address == 1 }?.value
  }

  @Test func changesAreOnTheDiskSoonAndTheEndIsMarked() throws {
    let instance = try Instance.rich()
    let log = Log()
    do {
      let keeper = try keeper(StateMirror(instance: instance), log)
      #expect(eventually { log.saves > 0 })
      #expect(try store.session()?.isContinued == true)
      try instance.set(1, to: 0.25)
      #expect(eventually { (try? restoredValue()) == 0.25 })
      try instance.say("fill 3")
      try instance.set(1, to: 0.75)
      // The last edit is not lost, and what the extension has of it neither.
      try keeper.close()
      try keeper.close()
    }
    let saved = try #require(try store.session())
    #expect(!saved.isContinued)
    #expect(try restoredValue() == 0.75)
    let node = try #require(saved.document.nodes.first)
    #expect(node.state?.data.count == 4)
    #expect(node.key == "rich" && node.isBypassed && node.timing == "one-period-later")
    #expect(saved.document.nodes.map(\.key) == ["rich", "delay"])
    #expect(saved.document.songPosition == 4.5 && saved.document.hostVersion == "1.2.3")
    #expect(log.failures == 0)
  }

  @Test func whereNothingChangesNothingIsWritten() throws {
    let instance = try Instance.rich()
    let mirror = StateMirror(instance: instance)
    mirror.settle(until: .after(milliseconds: 10_000))
    let log = Log()
    let keeper = try keeper(mirror, log)
    #expect(eventually { log.saves > 0 })
    for _ in 0..<3 {
      keeper.noteChange()
      usleep(900_000)
    }
    #expect(log.saves == 1)
  }

  @Test func aDiskThatTakesNothingIsToldOfOnceAndTriedAgain() throws {
    let instance = try Instance.rich()
    let log = Log()
    let keeper = try keeper(StateMirror(instance: instance), log)
    #expect(eventually { log.saves > 0 })
    let before = try #require(try store.session())
    let aside = "\(folder.path)/aside"
    try FileManager.default.moveItem(atPath: store.folder, toPath: aside)
    try instance.set(1, to: 0.125)
    #expect(eventually { log.failures > 0 })
    try instance.set(1, to: 0.25)
    usleep(1_500_000)
    #expect(log.failures == 1)
    #expect(try GenerationStore(folder: aside).session()?.sequence == before.sequence)
    try FileManager.default.moveItem(atPath: aside, toPath: store.folder)
    #expect(eventually { log.recoveries == 1 })
    #expect(try restoredValue() == 0.25)
    _ = keeper
  }

  @Test func anExtensionThatDiesDuringASaveCostsNothing() throws {
    let instance = try Instance.rich()
    let mirror = StateMirror(instance: instance)
    mirror.settle(until: .after(milliseconds: 10_000))
    let keeper = try keeper(mirror, Log())
    try instance.set(1, to: 0.375)
    kill(instance.process.identifier, SIGKILL)
    try keeper.close()
    #expect(try restoredValue() == 0.375)
  }
}

/// A node that gets back what a session has of it.
struct NodeRestorationTests {
  private func node(_ data: [UInt8]) -> SessionDocument.Node {
    var node = SessionDocument.Node("aumu rich Test", name: "Rich", key: "rich")
    node.state = state(data)
    node.values = [ParameterValue(2, 1), ParameterValue(3, 1), ParameterValue(99, 1)]
    return node
  }

  private func state(_ data: [UInt8]) -> ComponentState {
    ComponentState(
      code: "aumu rich Test", version: 2, parameters: [ParameterValue(1, 0.25)], data: data)
  }

  private func dead() throws(HostError) -> Instance {
    let instance = try Instance.rich()
    instance.terminate()
    return instance
  }

  @Test func stateAndLaterValuesAreGivenBack() throws {
    let instance = try Instance.rich()
    let restoration = try NodeRestoration(of: node([5]), to: instance, older: []) {
      () throws(HostError) in try dead()
    }
    #expect(restoration.instance === instance && restoration.notes.isEmpty)
    #expect(restoration.state == state([5]))
    #expect(try instance.values().map(\.value) == [0.25, 1, 0])
    #expect(try instance.state(.preset).data == [5])
  }

  @Test func aStateThatEndsItsReaderTwiceIsSetAsideAndAnOlderOneIsUsed() throws {
    var starts = 0
    let restoration = try NodeRestoration(
      of: node([5]), to: try dead(), older: [state([4]), state([3])]
    ) { () throws(HostError) in
      starts += 1
      return starts < 2 ? try dead() : try Instance.rich()
    }
    #expect(starts == 2)
    #expect(restoration.setAside == [state([5])])
    #expect(restoration.state == state([4]))
    #expect(try restoration.instance.state(.preset).data == [4])
    #expect(restoration.instance.value(of: 2) == 1)
  }

  @Test func whereEveryStateEndsItItBeginsWithoutOne() throws {
    var starts = 0
    let restoration = try NodeRestoration(
      of: node([5]), to: try dead(), older: [state([4]), state([3])]
    ) { () throws(HostError) in
      starts += 1
      return starts < 4 ? try dead() : try Instance.rich()
    }
    #expect(restoration.state == nil)
    #expect(restoration.setAside == [state([5]), state([4])])
    #expect(restoration.instance.value(of: 2) == 1)
  }

  @Test func aStateThatIsRefusedIsKeptAndTheOneBeforeIsUsed() throws {
    let instance = try Instance.rich()
    let restoration = try NodeRestoration(of: node([0xEE]), to: instance, older: [state([4])]) {
      () throws(HostError) in try dead()
    }
    #expect(restoration.instance === instance)
    #expect(restoration.setAside == [state([0xEE])] && restoration.state == state([4]))
    #expect(restoration.notes.contains { $0.contains("begins with EE") })
  }

  @Test func aStateThatHangsItsReaderIsTriedOnce() throws {
    let hung = try Instance.rich()
    kill(hung.process.identifier, SIGSTOP)
    var starts = 0
    let restoration = try NodeRestoration(of: node([5]), to: hung, older: []) {
      () throws(HostError) in
      starts += 1
      return try Instance.rich()
    }
    #expect(starts == 1 && restoration.setAside == [state([5])], "\(restoration.notes)")
  }
}
