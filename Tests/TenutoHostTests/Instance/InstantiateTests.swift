import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoComponents
@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoSystem

struct InstantiateTests {
  @Test func aComponentIsStartedWithoutBlocking() async throws {
    let component = Component.built("UnitExtension", "aumu rich Test")
    let instance = try await Instance.instantiate(component)
    #expect(instance.description.name == "Rich")
    #expect(try Instance(component).label == instance.label)
    #expect(try Instance(component, environment: ["TENUTO_TEST_RAW=1"]).say("upper a") == "UPPER A")
  }

  @Test func severalStartAtOnce() async throws {
    let component = Component.built("UnitExtension", "aumu rich Test")
    let names = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await Instance.instantiate(component).label } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(names == Array(repeating: "Rich ('aumu rich Test')", count: 8))
  }

  @Test func errorsAreTyped() async {
    await #expect {
      try await Instance.instantiate(.built("No", "aumu rich Test"))
    } throws: {
      ($0 as? HostError)?.code == .launchFailed
    }
    await #expect {
      try await Instance.instantiate(.built("UnitExtension", "aumu none Test"))
    } throws: {
      ($0 as? HostError)?.code == .protocolViolation
    }
  }

  @Test func cancellingEndsTheProcess() async throws {
    // It never answers: without a cancellation, this would be a timeout of 5 s.
    let folder = TestFolder()
    let path = folder.write(
      "slow", "#!/bin/sh\necho $$ > '\(folder.path)/identifier'\nexec sleep 1000\n", mode: 0o755)
    let component = Component(
      description: .sample("aumu slow Test"), executablePath: path, bundlePath: folder.path)
    // A script needs a shell and a file, which the sandbox denies.
    let task = Task {
      try await Instance.instantiate(component, sandbox: SandboxPolicy(mode: .off))
    }
    let text = { String(decoding: folder.bytes("identifier"), as: UTF8.self) }
    // Not `eventually`, which would occupy a thread of the pool that the task needs.
    for _ in 0..<2000 where !text().hasSuffix("\n") { try await Task.sleep(for: .milliseconds(5)) }
    let identifier = try #require(Int32(text().dropLast()))
    #expect(ProcessTable.exists(identifier))
    task.cancel()
    switch await task.result {
    case .success: Issue.record("it was not cancelled")
    case .failure(let error): #expect((error as? HostError)?.code == .cancelled)
    }
    #expect(eventually { !ProcessTable.exists(identifier) })
  }

  @Test func aCancelledTaskStartsNoProcess() async throws {
    let component = Component.built("UnitExtension", "aumu rich Test")
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Instance.instantiate(component)
    }
    await #expect {
      _ = try await task.value
    } throws: {
      ($0 as? HostError)?.code == .cancelled
    }
  }
}
