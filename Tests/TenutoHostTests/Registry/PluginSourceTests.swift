import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

struct PluginSourceTests {
  private static let code: ComponentCode = "aufx plug Test"
  private static let source = PluginSource(
    format: "lv2", uri: "urn:test:plugin", folders: ["/usr/lib/lv2/test.lv2"])

  private func manifest(_ source: PluginSource?) -> Manifest {
    Manifest(
      executable: "bridge",
      components: [
        ComponentDescription(Self.code, name: "Plug", manufacturerName: "Test", version: "1.0.0")
      ], source: source)
  }

  @Test("A manifest names the plug-in of its component")
  func roundTrip() throws {
    let bytes = try manifest(Self.source).serialized()
    #expect(try Manifest(parsing: bytes, path: "manifest.json").source == Self.source)
    let own = try manifest(nil).serialized()
    #expect(!String(decoding: own, as: UTF8.self).contains("source"))
    #expect(try Manifest(parsing: own, path: "manifest.json").source == nil)
  }

  @Test(
    "Folders are absolute and lead nowhere else",
    arguments: ["lib/lv2", "/usr/lib/../../etc", "", "~/.lv2"])
  func folders(folder: String) {
    let source = PluginSource(format: "lv2", uri: "urn:test:plugin", folders: [folder])
    #expect(throws: HostError.self) { try manifest(source).serialized() }
  }

  @Test("Of a bundle that the host did not make no folder is opened")
  func trust() {
    let description = ComponentDescription(
      Self.code, name: "Plug", manufacturerName: "Test", version: "1.0.0")
    let folder = PluginCache.standard(environment: ["HOME": "/home/me"])?.folder
    #expect(folder == "/home/me/.cache/tenuto/plugins")
    for path in ["/tmp/Plug.tenuto", "/home/other/.cache/tenuto/plugins/Plug.tenuto"] {
      let component = Component(
        description: description, executablePath: "\(path)/bridge", bundlePath: path,
        source: Self.source)
      #expect(component.libraryFolders == [])
    }
  }
}
