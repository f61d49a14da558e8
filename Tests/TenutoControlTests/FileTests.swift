import Foundation
import TenutoSystem
import Testing

@testable import TenutoControl

/// Files sent by pages.
struct FileTests {
  private let place = TestFolder()

  private static let song: [UInt8] =
    Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
    + [0, 0, 0, 12, 0, 0x90, 60, 100, 96, 0x80, 60, 0, 0, 0xFF, 0x2F, 0]

  private func folder() -> String { "\(place.path)/song.files" }

  private func keep(_ name: String, _ bytes: [UInt8]) throws(RequestError) -> String {
    var file = try ArrivingFile(name, byteCount: bytes.count, in: folder())
    try file.take(bytes)
    return try file.keep()
  }

  @Test(
    arguments: [
      ("tune.mid", "tune", "mid"), ("../../../etc/passwd", "passwd", ""),
      ("/a/b/Tune.MID", "Tune", "mid"), ("..\\..\\x.wav", "x", "wav"),
      (".hidden.wav", "hidden", "wav"),
      ("a\u{0}b\nc.wav", "a_b_c", "wav"), ("<img src=x>.mid", "img src_x", "mid"), ("", "file", ""),
      ("...", "file", ""), ("Für Elise (live).flac", "Für Elise (live)", "flac"),
      ("~/$HOME`x`.wav", "HOME_x", "wav"), ("?\u{2DFE}C.mid", "C", "mid"),
      ("a/\u{308}b.mid", "a_\u{308}b", "mid"), (".\u{308}c.mid", "c", "mid"),
      (String(repeating: "é", count: 400) + ".wav", nil, "wav"),
    ] as [(String, String?, String)])
  func aNameIsAFilesName(_ name: String, _ stem: String?, _ ending: String) {
    let parts = ArrivingFile.parts(of: name)
    if let stem { #expect(parts.stem.replacing("_", with: "") == stem.replacing("_", with: "")) }
    #expect(parts.ending == ending)
    #expect(!parts.stem.contains("/") && !parts.stem.hasPrefix(".") && parts.stem.utf8.count <= 100)
    #expect(parts.stem.unicodeScalars.allSatisfy { $0.value >= 32 })
  }

  @Test func aSongIsKeptAndNoFileReplaced() throws {
    #expect(try keep("tune.mid", Self.song) == "tune.mid")
    #expect(try keep("tune.mid", Self.song) == "tune-2.mid")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder())
    #expect(files.sorted() == ["tune-2.mid", "tune.mid"])
    #expect(try FileCalls.read("\(folder())/tune.mid", limit: 1000) == Self.song)
  }

  @Test func aLinkIsNotWrittenThrough() throws {
    try FileCalls.makeFolders(folder())
    let victim = "\(place.path)/victim"
    try FileCalls.create(victim, mode: 0o600, [1])
    #expect(unsafe symlink(victim, "\(folder())/tune.mid") == 0)
    #expect(try keep("tune.mid", Self.song) == "tune-2.mid")
    #expect(try FileCalls.read(victim, limit: 10) == [1])
  }

  @Test(arguments: [
    ("notes.txt", [UInt8]("text".utf8), 400), ("tune.mid", [1, 2, 3], 400),
    ("tune.wav", FileTests.song, 400), ("tune.mid", [], 400), ("tune", [1], 400),
  ])
  func otherFilesAreRefusedAndLeaveNothing(
    _ name: String, _ bytes: [UInt8], _ status: Int
  ) {
    let error = #expect(throws: RequestError.self) { try keep(name, bytes) }
    #expect(error?.status == status)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: folder())) ?? [] == [])
  }

  @Test func sizesAreHeldTo() throws {
    let long = #expect(throws: RequestError.self) {
      _ = try ArrivingFile("x.mid", byteCount: (16 << 20) + 1, in: folder())
    }
    #expect(long?.status == 413)
    let most = #expect(throws: RequestError.self) {
      _ = try ArrivingFile("x.wav", byteCount: .max, in: folder())
    }
    #expect(most?.status == 413)
    var file = try ArrivingFile("x.mid", byteCount: 2, in: folder())
    try file.take([1])
    let more = #expect(throws: RequestError.self) { try file.take([2, 3]) }
    #expect(more?.status == 400 && !file.isWhole)
  }

  /// An extension's page, at the address that admits it.
  private func get(_ pages: ExtensionPages, _ target: String) throws -> HTTPResponse? {
    pages.answer(try HTTPRequest("GET", target), host: "127.0.0.1:1")
  }

  @Test func aPageServesOnlyItsFiles() throws {
    let bundle = "\(place.path)/Filter.tenuto"
    try FileCalls.makeFolders("\(bundle)/page/parts")
    #expect(ExtensionPages.folder(ofBundle: bundle) == nil)
    for name in ["index.html", "parts/a.js", ".secret.js"] {
      try FileCalls.create("\(bundle)/page/\(name)", mode: 0o644, Array(name.utf8))
    }
    try FileCalls.create("\(bundle)/outside.js", mode: 0o644, [1])
    #expect(unsafe symlink("../outside.js", "\(bundle)/page/link.js") == 0)
    #expect(unsafe symlink("..", "\(bundle)/page/up") == 0)
    let folder = try #require(ExtensionPages.folder(ofBundle: bundle))
    let pages = ExtensionPages()
    let path = pages.path(of: folder)
    #expect(path == pages.path(of: folder) && path.utf8.count > 64)
    #expect(try get(pages, path + "index.html")?.status == 200)
    let script = try #require(try get(pages, path + "parts/a.js"))
    #expect(script.body == Array("parts/a.js".utf8))
    #expect(script.headers["Cross-Origin-Resource-Policy"] == "cross-origin")
    let policy = try #require(script.headers["Content-Security-Policy"])
    #expect(policy.contains("connect-src 'none'") && policy.contains("sandbox allow-scripts"))
    #expect(policy.contains("script-src http://127.0.0.1:1\(path)"))
    for name in [
      "link.js", "up/outside.js", ".secret.js", "../outside.js",
      "%2e%2e/outside.js", "..%2Foutside.js", "none.js", "parts", "",
    ] {
      #expect(try get(pages, path + name)?.status ?? 404 == 404, "\(name)")
    }
    #expect(try get(pages, "/extension/\(String(repeating: "0", count: 64))/index.html") == nil)
  }
}
