#if canImport(CLV2Oracle)
internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport
internal import TestSupport
import Testing

/// Debian's zam-plugins as CLAP against the same plug-ins as LV2.
struct CLAPTwinTests {
  private static func bits(_ channels: [[Float]]) -> [[UInt32]] {
    channels.map { $0.map { $0.isSubnormal || $0 == 0 ? 0 : $0.bitPattern } }
  }

  private static func noise(_ cycle: Int) -> (Int, Int) -> Float {
    var random = SeededRandom(seed: UInt64(cycle) + 1)
    let samples = (0..<256).map { _ in Float(random.bytes(1)[0]) / 512 - 0.25 }
    return { channel, frame in samples[(channel * 37 + frame) % 256] }
  }

  @Test("With the same values, plug-ins of zam sound as their LV2 twins to the last bit")
  func twins() throws {
    let folder = NSTemporaryDirectory() + "tenuto-zam-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = PluginCache(folder: folder)
    let findings = try PluginScan(
      cache: cache, environment: [:], sandbox: .required, formats: [.clap]
    ).run()
    #expect(findings.refused.isEmpty)
    let start = "clap:com.zamaudio."
    let plugins = Registry(searchPath: SearchPath([folder])).scan().components.filter {
      $0.source?.uri.hasPrefix(start) == true
    }
    #expect(plugins.count == 17)
    for component in plugins {
      let name = String((component.source?.uri ?? "").dropFirst(start.count))
      let cycle = try Self.difference(
        component, try LV2Plugins.component("urn:zamaudio:\(name)"))
      #expect(cycle == nil, "\(name)")
    }
  }

  /// The first cycle that differs; nil for none.
  private static func difference(_ clap: Component, _ lv2: Component) throws -> Int? {
    let kernels = try [clap, lv2].map { component in
      let kernel = try ForeignKernel(component.executablePath)
      try kernel.ask(InstantiateRequest(code: component.code))
      try kernel.ask(SetParametersRequest(values: values(clap, as: component)))
      try kernel.allocateAll(component)
      return kernel
    }
    for cycle in 0..<200 {
      let noise = noise(cycle)
      let takes = try kernels.map { try $0.render(input: noise).channels }
      if bits(takes[0]) != bits(takes[1]) { return cycle }
    }
    return nil
  }

  /// The one's initial values as values of the other, since some declare different defaults.
  ///
  /// The CLAP of ZamHeadX2 does nothing before its azimuth is set.
  private static func values(_ clap: Component, as other: Component) -> [ParameterValue] {
    clap.description.parameters.compactMap { parameter in
      guard !parameter.flags.contains(.readOnly),
        let same = other.description.parameter(named: parameter.identifier)
      else { return nil }
      return ParameterValue(same.address, same.identifier == "az" ? 90 : parameter.defaultValue)
    }
  }
}
#endif
