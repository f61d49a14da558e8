import Foundation
import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct InstallerTests {
  let folder = TestFolder()
  var target: String { "\(folder.path)/lib/extensions" }
  var registry: Registry { Registry(searchPath: SearchPath([target])) }

  @discardableResult
  func install(_ code: ComponentCode, from source: String, name: String? = nil) throws -> String {
    try Installer.install(source, name: name, descriptions: [.sample(code)], into: target)
  }

  @Test("An executable becomes a bundle that the registry finds")
  func executable() throws {
    let source = folder.write("Saw", "#!/bin/true", mode: 0o700)
    let bundle = try install("aumu saw1 Tnto", from: source)
    #expect(bundle == "\(target)/Saw.tenuto")
    let component = try registry.component("aumu saw1 Tnto")
    #expect(component.executablePath == "\(bundle)/Saw")
    #expect(component.description == .sample("aumu saw1 Tnto"))
    #expect(folder.names("lib/extensions") == ["Saw.tenuto"])
    #expect(folder.names("lib/extensions/Saw.tenuto") == ["Saw", "manifest.json"])
    #expect(mode("\(bundle)/Saw") == 0o755)
    #expect(mode("\(bundle)/manifest.json") == 0o644)
    #expect(mode(bundle) == 0o755)
    #expect(try Installer.executable(in: bundle) == "\(bundle)/Saw")
  }

  @Test("A bundle is installed under its name, and again in place of itself")
  func replaced() throws {
    let source = try folder.makeBundle("Saw.tenuto", [.sample("aumu saw1 Tnto")])
    try install("aumu saw1 Tnto", from: source)
    folder.write("Saw.tenuto/run", "new", mode: 0o755)
    try install("aumu saw2 Tnto", from: source)
    #expect(folder.bytes("lib/extensions/Saw.tenuto/run") == Array("new".utf8))
    #expect(registry.scan().components.map(\.code) == ["aumu saw2 Tnto"])
    #expect(folder.names("lib/extensions") == ["Saw.tenuto"])
  }

  @Test("A page is copied whole, from a folder or with a bundle, and goes with its bundle")
  func page() throws {
    let source = folder.write("Saw", "", mode: 0o755)
    folder.write("web/index.html", "<p>")
    folder.write("web/parts/a.js", "1", mode: 0o600)
    folder.write("web/.hidden", "")
    func install(_ source: String, page: String?) throws {
      _ = try Installer.install(
        source, descriptions: [.sample("aumu saw1 Tnto")], page: page, into: target)
    }
    try install(source, page: "\(folder.path)/web")
    let bundle = "lib/extensions/Saw.tenuto"
    #expect(folder.names("\(bundle)/page") == ["index.html", "parts"])
    #expect(folder.bytes("\(bundle)/page/parts/a.js") == Array("1".utf8))
    #expect(mode("\(folder.path)/\(bundle)/page/parts/a.js") == 0o644)
    // A bundle brings its own page, and an executable without one replaces a bundle with one.
    try install("\(folder.path)/\(bundle)", page: nil)
    #expect(folder.names("\(bundle)/page") == ["index.html", "parts"])
    try install(source, page: nil)
    #expect(folder.names(bundle) == ["Saw", "manifest.json"])
  }

  @Test("A folder that is no page is refused and leaves nothing behind")
  func refusedPages() throws {
    let source = folder.write("Saw", "", mode: 0o755)
    folder.write("bare/style.css", "")
    folder.write("linked/index.html", "")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/linked/secret", withDestinationPath: "/etc/passwd")
    folder.write("many/index.html", "")
    for number in 0..<256 { folder.write("many/\(number)", "") }
    folder.write("large/index.html", "")
    folder.write(bytes: [UInt8](repeating: 0, count: 16 << 20 | 1), "large/picture.png")
    for name in ["nowhere", "bare", "linked", "many", "large"] {
      let error = try #require(throws: HostError.self, "\(name)") {
        try Installer.install(
          source, descriptions: [.sample("aumu saw1 Tnto")], page: "\(folder.path)/\(name)",
          into: target)
      }
      #expect(error.message.contains("\(folder.path)/\(name)"))
    }
    #expect(folder.names("lib/extensions").isEmpty)
  }

  @Test("A component that another bundle of the folder has is refused")
  func twins() throws {
    let source = folder.write("Saw", "", mode: 0o755)
    try install("aumu saw1 Tnto", from: source)
    let error = try #require(throws: HostError.self) {
      try install("aumu saw1 Tnto", from: source, name: "Other")
    }
    #expect(error.code == .alreadyInstalled)
    #expect(error.message.contains("\(target)/Saw.tenuto"))
    try install("aumu saw2 Tnto", from: source, name: "Other")
    #expect(folder.names("lib/extensions") == ["Other.tenuto", "Saw.tenuto"])
  }

  @Test("Invalid extensions are refused without leftovers")
  func refused() throws {
    let source = folder.write("Saw", "", mode: 0o755)
    let text = folder.write("notes.txt", "")
    let codes = try ["/nowhere", text].map { source in
      try #require(throws: HostError.self) { try install("aumu saw1 Tnto", from: source) }.code
    }
    #expect(codes == [.fileNotFound, .fileInvalid])
    for name in ["a/b", "", ".hidden", "..", String(repeating: "n", count: 250)] {
      #expect(throws: HostError.self) { try install("aumu saw1 Tnto", from: source, name: name) }
    }
    #expect(throws: HostError.self) {
      try Installer.install(source, descriptions: [], into: target)
    }
    #expect(throws: HostError.self) {
      try Installer.install(source, descriptions: [.sample("aumu saw1 Tnto")], into: text)
    }
    #expect(folder.names("lib/extensions").isEmpty)
  }

  @Test("The next installer repairs the leftovers of killed ones")
  func leftovers() throws {
    let source = folder.write("Saw", "", mode: 0o755)
    // Killed while copying; between the two renames; before the old bundle was removed.
    folder.write("lib/extensions/.tenuto-new-abc123/Saw", "half")
    try folder.makeBundle("lib/extensions/.tenuto-old-Lost.tenuto", [.sample("aumu lost Tnto")])
    try folder.makeBundle("lib/extensions/.tenuto-old-Kept.tenuto", [.sample("aumu old1 Tnto")])
    try folder.makeBundle("lib/extensions/Kept.tenuto", [.sample("aumu new1 Tnto")])
    #expect(registry.scan().components.map(\.code) == ["aumu new1 Tnto"])
    try install("aumu saw1 Tnto", from: source)
    #expect(folder.names("lib/extensions") == ["Kept.tenuto", "Lost.tenuto", "Saw.tenuto"])
    #expect(
      registry.scan().components.map(\.code) == [
        "aumu lost Tnto", "aumu new1 Tnto", "aumu saw1 Tnto",
      ])
  }

  @Test("Installers in the same folder wait for each other")
  func concurrent() async throws {
    let source = folder.write("Saw", String(repeating: "x", count: 100_000), mode: 0o755)
    let target = target
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            _ = try Installer.install(
              source, descriptions: [.sample("aumu saw1 Tnto")], into: target)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.names("lib/extensions") == ["Saw.tenuto"])
    #expect(folder.bytes("lib/extensions/Saw.tenuto/Saw").count == 100_000)
  }

  @Test("Uninstalling removes the bundle of the first folder that has the component")
  func uninstall() throws {
    let first = try folder.makeBundle("a/One.tenuto", [.sample("aumu saw1 Tnto")])
    let second = try folder.makeBundle("b/One.tenuto", [.sample("aumu saw1 Tnto")])
    let path = SearchPath(["missing", "a", "b"].map { "\(folder.path)/\($0)" })
    #expect(try Installer.uninstall("aumu saw1 Tnto", searchPath: path) == first)
    #expect(folder.names("a").isEmpty)
    #expect(try Installer.uninstall("aumu saw1 Tnto", searchPath: path) == second)
    let error = try #require(throws: HostError.self) {
      try Installer.uninstall("aumu saw1 Tnto", searchPath: path)
    }
    #expect(error.code == .componentNotFound)
  }

  @Test("Uninstalling a link to a bundle leaves the bundle")
  func uninstallLink() throws {
    let bundle = try folder.makeBundle("build/Saw.tenuto", [.sample("aumu saw1 Tnto")])
    folder.makeFolder("a")
    #expect(unsafe symlink(bundle, "\(folder.path)/a/Saw.tenuto") == 0)
    try Installer.uninstall("aumu saw1 Tnto", searchPath: SearchPath(["\(folder.path)/a"]))
    #expect(folder.names("a").isEmpty)
    #expect(folder.names("build/Saw.tenuto") == ["manifest.json", "run"])
  }

  @Test("Missing write permission is reported")
  func unwritable() async throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu saw1 Tnto")])
    folder.write("Saw", "", mode: 0o755)
    #expect(unsafe chmod("\(folder.path)/a", 0o555) == 0)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      if geteuid() == 0 { precondition(setuid(65534) == 0) }
      for step in 0..<2 {
        do throws(HostError) {
          if step == 0 {
            try Installer.uninstall("aumu saw1 Tnto", searchPath: SearchPath(["\(path)/a"]))
          } else {
            _ = try Installer.install(
              "\(path)/Saw", descriptions: [.sample("aumu saw2 Tnto")], into: "\(path)/a")
          }
          preconditionFailure("it was written")
        } catch {
          precondition(error.code == .permissionDenied, "\(error)")
          precondition(error.message.contains("\(path)/a/"))
        }
      }
    }
    #expect(unsafe chmod("\(folder.path)/a", 0o755) == 0)
    #expect(folder.names("a") == ["One.tenuto"])
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
