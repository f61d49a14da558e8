internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport
internal import TestSupport

/// A test's folder of CLAP libraries, and the result of a scan.
struct CLAPFolder {
  let path = NSTemporaryDirectory() + "tenuto-clap-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/clap/inner", withIntermediateDirectories: true)
  }

  func clean() { try? FileManager.default.removeItem(atPath: path) }

  /// Adds the test synthesizer to the folder.
  func add(_ name: String, _ definition: String? = nil) throws {
    try Preload.clapSynth(at: "\(path)/clap/\(name)", definition)
  }

  func scan() throws -> PluginScan.Findings {
    var scan = PluginScan(
      cache: PluginCache(folder: "\(path)/cache/tenuto/plugins"),
      environment: ["CLAP_PATH": "\(path)/clap"], sandbox: .required, formats: [.clap])
    scan.codeMilliseconds = 3000
    return try scan.run()
  }

  var components: [Component] {
    Registry(searchPath: SearchPath(["\(path)/cache/tenuto/plugins"])).scan().components
  }

  /// The component of the test synthesizer with one note dialect.
  func synth(_ dialect: String) throws -> Component {
    let uri = "clap:org.tenuto.test.\(dialect)"
    guard let component = components.first(where: { $0.source?.uri == uri }) else {
      throw HostError(.componentNotFound, "There is no plug-in \(uri).")
    }
    return component
  }

  /// The synthesizer, allocated.
  static func kernel(_ dialect: String) throws -> (ForeignKernel, Component, CLAPFolder) {
    let folder = try CLAPFolder()
    try folder.add("synth.clap")
    _ = try folder.scan()
    let component = try folder.synth(dialect)
    let kernel = try ForeignKernel(component.executablePath)
    try kernel.ask(InstantiateRequest(code: component.code))
    try kernel.allocate(
      outputs: component.description.outputs.map(\.channelCount), maximum: 64, capacity: 64)
    return (kernel, component, folder)
  }
}
