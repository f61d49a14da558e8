import Foundation
import TenutoCore
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

/// A node that is restored from a session.
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

  @Test func stateAndLaterValuesAreRestored() throws {
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

  @Test func ifEveryStateCrashesItItStartsWithoutOne() throws {
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

  @Test func aRefusedStateIsKeptAndThePreviousOneIsUsed() throws {
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
