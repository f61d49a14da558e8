#if canImport(CLV2Oracle)
internal import Foundation
internal import TenutoCore
internal import TenutoHost
internal import TenutoTransport
internal import TestSupport
import Testing

/// Debian's zam-plugins as CLAP against the same plug-ins as LV2.
struct CLAPTwinTests {
  /// Those whose two builds do not sound the same in other hosts either: their CLAP is made at
  /// 44.1 kHz whatever the host says, and keeps what it has then.
  private static let different: Set = ["ZamDynamicEQ", "ZamGrains", "ZamHeadX2"]

  private static func bits(_ channels: [[Float]]) -> [[UInt32]] {
    channels.map { $0.map { $0.isSubnormal || $0 == 0 ? 0 : $0.bitPattern } }
  }

  private static func noise(_ cycle: Int) -> (Int, Int) -> Float {
    var random = SeededRandom(seed: UInt64(cycle) + 1)
    let samples = (0..<256).map { _ in Float(random.bytes(1)[0]) / 512 - 0.25 }
    return { channel, frame in samples[(channel * 37 + frame) % 256] }
  }

  @Test("Plug-ins of zam sound as their LV2 twins to the last bit")
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
      guard !Self.different.contains(name) else { continue }
      let cycle = try Self.difference(
        component, try LV2Plugins.component("urn:zamaudio:\(name)"))
      #expect(cycle == nil, "\(name)")
    }
  }

  /// The first cycle that differs; nil for none.
  private static func difference(_ clap: Component, _ lv2: Component) throws -> Int? {
    let guests = try [clap, lv2].map { component in
      let guest = try Guest(component.executablePath)
      try guest.ask(InstantiateRequest(code: component.code))
      try guest.allocateAll(component)
      return guest
    }
    for cycle in 0..<200 {
      let noise = noise(cycle)
      let takes = try guests.map { try $0.render(input: noise).channels }
      if bits(takes[0]) != bits(takes[1]) { return cycle }
    }
    return nil
  }
}
#endif
