import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoComponents
@testable import TenutoRender
@testable import TenutoSystem

extension Instance {
  /// The component with a unit; with `isRaw`, the one without the runtime.
  static func rich(isRaw: Bool) throws(HostError) -> Instance {
    try Instance(
      built: "UnitExtension", "aumu rich Test", environment: isRaw ? ["TENUTO_TEST_RAW=1"] : [])
  }

  /// Sends a text, and returns the answer.
  @discardableResult
  func say(_ text: String) throws(HostError) -> String {
    String(decoding: try send(message: Array(text.utf8)), as: UTF8.self)
  }
}

extension Component {
  /// A component that is not installed.
  static func built(_ name: String, _ code: ComponentCode) -> Component {
    Component(
      description: ComponentDescription(
        code, name: name, manufacturerName: "Tenuto", version: "1.0.0"),
      executablePath: Built.path(name), bundlePath: Built.folder)
  }
}

/// The events that an observer has received.
final class Heard: Sendable {
  private let list = Locked<[InstanceEvent]>([])
  var events: [InstanceEvent] { list.withLock { $0 } }
  func add(_ event: InstanceEvent) { list.withLock { $0.append(event) } }
}
