import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct SearchPathTests {
  @Test("TENUTO_PATH comes first and the standard folders follow")
  func order() {
    let path = SearchPath.standard(environment: [
      "TENUTO_PATH": "/b/::/a:/b", "XDG_DATA_HOME": "/data", "HOME": "/home/me",
    ])
    #expect(
      path.folders == [
        "/b", "/a", "/data/tenuto/extensions", "/usr/local/lib/tenuto/extensions",
        "/usr/lib/tenuto/extensions", "/home/me/.cache/tenuto/plugins",
      ])
  }

  @Test("The user's folder is in the home unless XDG_DATA_HOME is an absolute path")
  func userFolder() {
    let expected = "/home/me/.local/share/tenuto/extensions"
    #expect(SearchPath.userFolder(environment: ["HOME": "/home/me"]) == expected)
    let relative = ["HOME": "/home/me", "XDG_DATA_HOME": "data"]
    #expect(SearchPath.userFolder(environment: relative) == expected)
    #expect(SearchPath.userFolder(environment: [:]) == nil)
    #expect(SearchPath.standard(environment: [:]).folders.count == 2)
  }

  @Test("Relative folders begin at the working folder")
  func relative() {
    let folders = SearchPath(["./some//folder/"]).folders
    #expect(folders.first?.hasPrefix("/") == true)
    #expect(folders.first?.hasSuffix("/some/folder") == true)
  }
}

struct RegistryTests {
  let folder = TestFolder()
  func registry(_ folders: String...) -> Registry {
    Registry(searchPath: SearchPath(folders.map { "\(folder.path)/\($0)" }))
  }

  @Test("Components come in the order of type, subtype and manufacturer")
  func order() throws {
    try folder.makeBundle("a/Z.tenuto", [.sample("aufx dly1 Tnto"), .sample("aumu saw1 Acme")])
    try folder.makeBundle("a/A.tenuto", [.sample("aumu saw1 Tnto"), .sample("aumu abcd Tnto")])
    let scan = registry("a", "missing").scan()
    #expect(
      scan.components.map { "\($0.code)" } == [
        "aufx dly1 Tnto", "aumu abcd Tnto", "aumu saw1 Acme", "aumu saw1 Tnto",
      ])
    #expect(scan.problems.isEmpty && scan.shadowed.isEmpty && scan.warnings.isEmpty)
    let delay = try #require(scan.components.first)
    #expect(delay.bundlePath == "\(folder.path)/a/Z.tenuto")
    #expect(delay.executablePath == "\(folder.path)/a/Z.tenuto/run")
    #expect(delay.description == .sample("aufx dly1 Tnto"))
  }

  @Test("The earlier bundle wins and the later one is named")
  func shadowing() throws {
    let kept = try folder.makeBundle("a/One.tenuto", [.sample("aumu saw1 Tnto", name: "First")])
    let later = try folder.makeBundle(
      "b/One.tenuto", [.sample("aumu saw1 Tnto"), .sample("aumu two2 Tnto")])
    let twin = try folder.makeBundle("a/Two.tenuto", [.sample("aumu saw1 Tnto")])
    let scan = registry("a", "b").scan()
    #expect(scan.components.map(\.description.name) == ["First", "Sample"])
    #expect(scan.shadowed.map(\.keptPath) == [kept, kept])
    #expect(scan.shadowed.map(\.ignoredPath) == [twin, later])
    #expect(scan.shadowed.first?.code == "aumu saw1 Tnto")
  }

  @Test("Links to bundles are followed, and a folder that is named twice shadows nothing")
  func links() throws {
    let bundle = try folder.makeBundle("build/Saw.tenuto", [.sample("aumu saw1 Tnto")])
    folder.makeFolder("a")
    #expect(unsafe symlink(bundle, "\(folder.path)/a/Linked.tenuto") == 0)
    #expect(unsafe symlink("\(folder.path)/a", "\(folder.path)/b") == 0)
    let scan = registry("a", "b").scan()
    #expect(scan.components.map(\.bundlePath) == ["\(folder.path)/a/Linked.tenuto"])
    #expect(scan.shadowed.isEmpty && scan.problems.isEmpty)
  }

  @Test("Bundles that cannot be used are problems with their path, and the others are found")
  func problems() throws {
    try folder.makeBundle("a/Good.tenuto", [.sample("aumu saw1 Tnto")])
    folder.makeFolder("a/Empty.tenuto")
    folder.write("a/File.tenuto", "")
    folder.write("a/Broken.tenuto/manifest.json", "{")
    try folder.makeBundle("a/NotExecutable.tenuto", [.sample("aumu saw2 Tnto")])
    #expect(unsafe chmod("\(folder.path)/a/NotExecutable.tenuto/run", 0o644) == 0)
    folder.makeFolder("a/Pipe.tenuto")
    #expect(unsafe mkfifo("\(folder.path)/a/Pipe.tenuto/manifest.json", 0o644) == 0)
    #expect(unsafe symlink("/nowhere", "\(folder.path)/a/Dangling.tenuto") == 0)
    folder.write("a/notes.txt", "")
    try folder.makeBundle("a/deeper/Hidden.tenuto", [.sample("aumu saw3 Tnto")])
    folder.write("file", "")
    let scan = registry("a", "file").scan()
    #expect(scan.components.map(\.code) == ["aumu saw1 Tnto"])
    let names = ["Broken", "Dangling", "Empty", "File", "NotExecutable", "Pipe", "/file"]
    #expect(scan.problems.count == names.count)
    for (problem, name) in zip(scan.problems, names) {
      #expect(problem.message.contains(name), "\(problem)")
    }
  }

  @Test("A thousand bundles are listed, the second time as well")
  func thousand() throws {
    for index in 0..<1000 {
      let digits = String(1000 + index)
      let code = try #require(ComponentCode("aumu \(digits) Tnto"))
      try folder.makeBundle("a/Bundle\(index).tenuto", [.sample(code)])
    }
    for _ in 0..<2 {
      let scan = registry("a").scan()
      #expect(scan.components.count == 1000)
    }
  }

  @Test("A code that is nowhere is answered with the nearest ones")
  func nearest() throws {
    try folder.makeBundle(
      "a/All.tenuto",
      [
        .sample("aumu saw1 Tnto", name: "Sawtooth"), .sample("aumu saw2 Tnto", name: "Other"),
        .sample("aumu sqr1 Tnto"), .sample("aumu saw1 Acme"), .sample("aufx dly1 Zzzz"),
      ])
    let error = try #require(throws: HostError.self) {
      try registry("a").component("aumu saw3 Tnto")
    }
    #expect(error.code == .componentNotFound)
    #expect(error.message.contains("'aumu saw1 Tnto' (Sawtooth), or 'aumu saw2 Tnto' (Other), or "))
    #expect(!error.message.contains("dly1"))
    #expect(error.message.contains("tenuto list"))
    #expect(error.message.contains("\(folder.path)/a"))
    let far = #expect(throws: HostError.self) { try registry("a").component("qqqq qqqq qqqq") }
    #expect(far?.message.contains("did you mean") == false)
    #expect(try registry("a").component("aumu sqr1 Tnto").code == "aumu sqr1 Tnto")
  }

  @Test("Without extensions the error explains how to install them")
  func nothing() {
    let error = #expect(throws: HostError.self) { try registry("a").component("aumu saw1 Tnto") }
    #expect(error?.message.contains("tenuto install") == true)
  }
}

struct ComponentQueryTests {
  let codes: [ComponentCode] = [
    "aufx dly1 Tnto", "aumu a  b Tnto", "aumu saw1 Acme", "aumu saw1 Tnto", "aumu saw2 Tnto",
  ]

  @Test(
    "Patterns pick components",
    arguments: [
      ("", 5), ("*", 5), ("aumu", 4), ("aumu saw1 Tnto", 1), ("aumu saw1", 2), ("* * Acme", 1),
      ("aumu saw?", 3), ("aumu saw*", 3), ("* *1", 3), ("au* s*1 T*o", 1), ("???? ??w? *", 3),
      ("aumu a  b Tnto", 1), ("aumu saw3", 0), ("AUMU", 0), ("**** *a*w*", 3),
    ])
  func patterns(_ text: String, _ count: Int) throws {
    let query = try ComponentQuery(text)
    #expect(codes.count { query.matches($0) } == count)
    let words = text.utf8.count == 14 ? [text] : text.split(separator: " ").map(String.init)
    #expect(try ComponentQuery(words: words).matches(codes[3]) == query.matches(codes[3]))
  }

  @Test(
    "Patterns that no code can match are refused",
    arguments: ["saw", "sawtooth", "aumu saw1 Tnto more", "aumu saw1s", "aumu såw", "abcde*"])
  func refused(_ text: String) {
    let error = #expect(throws: HostError.self) { try ComponentQuery(text) }
    #expect(error?.code == .queryInvalid)
  }

  @Test("A code as a query finds itself only")
  func exact() {
    #expect(codes.filter(ComponentQuery(codes[2]).matches) == [codes[2]])
    #expect("\(ComponentQuery(codes[2]))" == "aumu saw1 Acme")
  }
}
