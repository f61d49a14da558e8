import Glibc
import TenutoCore
import Testing

@testable import TenutoComponents
@testable import TenutoSystem

/// A scan's cached results are correct after any change.
struct ScanMemoryTests {
  let folder = TestFolder()
  /// Relies on unchanged files regardless of their age.
  let memory = ScanMemory(margin: -1_000_000_000)

  private func registry(_ folders: String...) -> Registry {
    Registry(searchPath: SearchPath(folders.map { "\(folder.path)/\($0)" }))
  }

  /// The names of the components that a scan finds, after a comparison with an uncached scan.
  private func names(_ registry: Registry) -> [String] {
    let scan = registry.scan(memory)
    #expect(scan == registry.scan(ScanMemory()))
    return scan.components.map(\.description.name)
  }

  private func times(of file: String) -> [timespec] {
    var status = stat()
    #expect(unsafe stat("\(folder.path)/\(file)", &status) == 0)
    return [status.st_atim, status.st_mtim]
  }

  /// Restores a file's modification time: then size, inode or change time must reveal the change;
  /// the latter is later by the file system's resolution.
  private func restore(_ times: [timespec], of file: String) {
    #expect(unsafe utimensat(AT_FDCWD, "\(folder.path)/\(file)", times, 0) == 0)
  }

  @Test("Where nothing has changed nothing is read: the folder keeps its generation")
  func unchanged() throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto")])
    try folder.makeBundle("a/Two.tenuto", [.sample("aumu two2 Tnto")])
    let first = try memory.contents(of: "\(folder.path)/a")
    #expect(first.names == ["One.tenuto", "Two.tenuto"])
    #expect(try memory.contents(of: "\(folder.path)/a").generation == first.generation)
    #expect(names(registry("a")) == ["Sample", "Sample"])
    #expect(names(registry("a")) == ["Sample", "Sample"])
    #expect(try memory.contents(of: "\(folder.path)/a").generation == first.generation)
    try folder.makeBundle("a/Two.tenuto", [.sample("aumu two2 Tnto", name: "Other")])
    #expect(try memory.contents(of: "\(folder.path)/a").generation != first.generation)
  }

  @Test("Files too new for reliable time stamps are read again")
  func young() throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto")])
    let memory = ScanMemory()
    let first = try memory.contents(of: "\(folder.path)/a")
    #expect(first.stamp == nil)
    #expect(try memory.contents(of: "\(folder.path)/a").generation != first.generation)
  }

  @Test("A changed manifest is read, at the same time and of the same size too")
  func changed() throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "First")])
    try folder.makeBundle("a/Two.tenuto", [.sample("aumu two2 Tnto", name: "Other")])
    #expect(names(registry("a")) == ["First", "Other"])
    for name in ["Longer than it was", "First", "Third"] {
      let manifest = "a/One.tenuto/manifest.json"
      let times = times(of: manifest)
      usleep(20_000)
      try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: name)])
      restore(times, of: manifest)
      #expect(names(registry("a")) == [name, "Other"])
    }
  }

  @Test("A bundle in the place of another one is read, at the same time and of the same size too")
  func replaced() throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "First")])
    try folder.makeBundle("b/One.tenuto", [.sample("aumu one1 Tnto", name: "Other")])
    let manifest = "One.tenuto/manifest.json"
    restore(times(of: "a/\(manifest)"), of: "b/\(manifest)")
    let path = folder.path
    #expect(names(registry("a")) == ["First"])
    #expect(unsafe rename("\(path)/a/One.tenuto", "\(path)/a/Old.bundle") == 0)
    #expect(unsafe rename("\(path)/b/One.tenuto", "\(path)/a/One.tenuto") == 0)
    #expect(names(registry("a")) == ["Other"])
    #expect(unsafe rename("\(path)/a/Old.bundle/manifest.json", "\(path)/a/\(manifest)") == 0)
    #expect(names(registry("a")) == ["First"])
  }

  @Test("A changed link is followed again")
  func linked() throws {
    let one = try folder.makeBundle("x/One.tenuto", [.sample("aumu one1 Tnto", name: "First")])
    let other = try folder.makeBundle("x/Two.tenuto", [.sample("aumu one1 Tnto", name: "Other")])
    folder.makeFolder("a")
    #expect(unsafe symlink(one, "\(folder.path)/a/One.tenuto") == 0)
    #expect(names(registry("a")) == ["First"])
    #expect(unsafe unlink("\(folder.path)/a/One.tenuto") == 0)
    #expect(unsafe symlink(other, "\(folder.path)/a/One.tenuto") == 0)
    #expect(names(registry("a")) == ["Other"])
  }

  @Test("Bundles that come and go are seen, and the folder itself")
  func comingAndGoing() throws {
    #expect(names(registry("a", "b")) == [])
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "First")])
    #expect(names(registry("a", "b")) == ["First"])
    try folder.makeBundle("b/One.tenuto", [.sample("aumu one1 Tnto", name: "Other")])
    #expect(names(registry("a", "b")) == ["First"])
    #expect(registry("a", "b").scan(memory).shadowed.count == 1)
    try FileCalls.remove("\(folder.path)/a/One.tenuto")
    #expect(names(registry("a", "b")) == ["Other"])
    try folder.makeBundle("a/Two.tenuto", [.sample("aumu one1 Tnto", name: "Third")])
    #expect(names(registry("a", "b")) == ["Third"])
    try FileCalls.remove("\(folder.path)/a")
    #expect(names(registry("a", "b")) == ["Other"])
    #expect(names(registry("b", "a")) == ["Other"])
  }

  @Test("An unusable bundle is reported, and used again once it is valid")
  func problems() throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "First")])
    try folder.makeBundle("a/Two.tenuto", [.sample("aumu two2 Tnto", name: "Other")])
    #expect(names(registry("a")) == ["First", "Other"])
    let executable = "\(folder.path)/a/One.tenuto/run"
    #expect(unsafe chmod(executable, 0o644) == 0)
    #expect(names(registry("a")) == ["Other"])
    #expect(registry("a").scan(memory).problems.count == 1)
    #expect(unsafe chmod(executable, 0o755) == 0)
    #expect(names(registry("a")) == ["First", "Other"])
    #expect(unsafe unlink(executable) == 0)
    #expect(names(registry("a")) == ["Other"])
    folder.write("a/Two.tenuto/manifest.json", "{")
    #expect(names(registry("a")) == [])
    #expect(registry("a").scan(memory).problems.count == 2)
  }

  @Test("Many bundles, read by several threads, are sorted by name")
  func many() throws {
    for index in 0..<200 {
      let code = try #require(ComponentCode("aumu \(1000 + index) Tnto"))
      try folder.makeBundle("a/B\(1000 + index).tenuto", [.sample(code, name: "\(index)")])
    }
    folder.write("a/B1100.tenuto/manifest.json", "{")
    let contents = try memory.contents(of: "\(folder.path)/a")
    #expect(contents.names == (1000..<1200).map { "B\($0).tenuto" })
    let found = contents.entries.map { try? $0.get().components.first?.description.name }
    #expect(found == (0..<200).map { $0 == 100 ? nil : "\($0)" })
    #expect(names(registry("a")).count == 199)
  }

  @Test("Scans of several threads see every change that came before them")
  func threads() async throws {
    try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "0")])
    let registry = registry("a")
    for round in 1...20 {
      try folder.makeBundle("a/One.tenuto", [.sample("aumu one1 Tnto", name: "\(round)")])
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { registry.scan(memory).components.first?.description.name }
        }
        for await name in group { #expect(name == "\(round)") }
      }
    }
  }
}
