internal import TenutoCore

@testable internal import TenutoSession

extension FuzzTarget {
  static var sessionFiles: [FuzzTarget] {
    [
      FuzzTarget(name: "session-file", run: readSessionFile),
      FuzzTarget(name: "link-text", run: readLinkText),
    ]
  }

  /// An accepted session is the same after it is saved over its text, and as a new file.
  private static func readSessionFile(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let session = session(of: text)
    guard let session else { return }
    _ = SessionPicture.dot(session)
    let written = SessionContent.Written(text: text) { _ in nil }
    do throws(SessionFileError) {
      for written in [nil, written] {
        let content = try SessionContent(session, name: "song", over: written)
        check(self.session(of: content.text) == session, "a session changes by writing")
      }
    } catch {
      // A value in brackets may become longer as lines.
      check(error.description.contains("1 MiB"), "a session cannot be written: \(error)")
    }
  }

  private static func session(of text: String) -> Session? {
    var reader = SessionReader(text, file: "song.yaml", name: "song") { _ in
      .failure(StateFault("is not there"))
    }
    reader.note(SessionCheck.faults(of: reader.session))
    return reader.problems.allSatisfy(\.isWarning) ? reader.session : nil
  }

  private static func readLinkText(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let link = try? LinkText.audio(text) {
      check((try? LinkText.audio(LinkText.text(link))) == link, "a connection changes")
    }
    if let link = try? LinkText.jack(text, nodes: ["a", "b"]) {
      check((try? LinkText.jack(LinkText.text(link), nodes: ["a", "b"])) == link, "a port changes")
    }
    if let keys = try? LinkText.keys(text) {
      check((try? LinkText.keys(LinkText.keys(keys))) == keys, "keys change")
    }
    check(NodeName.isValid(NodeName.make(of: text, besides: ["node"])), "a name is none")
  }
}
