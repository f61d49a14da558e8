import Foundation
import TenutoComponents
import TenutoCore
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport

@testable import TenutoSession

/// A folder with a private registry, removed with its last reference.
final class RunFolder: Sendable {
  let path: String

  init(_ extensions: [String] = []) throws {
    path = "\(NSTemporaryDirectory())/tenuto-run-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: registryPath, withIntermediateDirectories: true)
    for name in extensions { try install(name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var registryPath: String { "\(path)/extensions" }

  /// Installs an extension built with the package.
  func install(_ name: String) throws {
    let descriptions = try Instance.describe(executablePath: Built.path(name))
    _ = try Installer.install(
      Built.path(name), name: name, descriptions: descriptions, into: registryPath)
  }

  /// Options without spares and without polling for missing extensions.
  var options: SessionOptions {
    var options = SessionOptions(registry: Registry(searchPath: SearchPath([registryPath])))
    options.supervision.spare = .none
    options.lookInterval = 0
    return options
  }

  /// Plays a session with an engine without sound.
  func run(
    _ session: Session, file: SessionFile? = nil, options: SessionOptions? = nil
  ) throws -> (RunningSession, FakeEngine) {
    let running = try RunningSession(
      session, file: file, options: options ?? self.options,
      makeEngine: { order throws(HostError) in FakeEngine(order.graph) })
    guard let engine = running.engine as? FakeEngine else { preconditionFailure("another engine") }
    return (running, engine)
  }
}

extension Session {
  /// An instrument, an effect and an output.
  static var chain: Session {
    var session = Session(name: "chain")
    session.nodes = [
      SessionNode("saw", .component("aumu saw1 Tnto")),
      SessionNode("delay", .component("aufx dely Tnto")),
      SessionNode("out", .audioOutput(channelCount: 2, ports: [])),
    ]
    session.connections = [AudioLink("saw", to: "delay"), AudioLink("delay", to: "out")]
    return session
  }
}
