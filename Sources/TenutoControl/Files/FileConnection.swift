/// A file that a page has sent, as `NodeOrder` names it.
package struct FileRecord: Codable, Sendable, Equatable {
  /// The kind of node that plays it: `song` or `file-input`.
  package var kind: String
  /// The path as a node of the session names it.
  package var path: String
  /// Its name in the folder.
  package var name: String
}

/// One page that sends a file, over a WebSocket: pieces as binary messages, answered when complete.
struct FileConnection {
  let peer: WebSocketPeer
  let place: (path: String, prefix: String)
  let name: String
  let byteCount: Int

  /// Seconds of silence between two pieces.
  private static let timeout = Duration.seconds(10)

  /// Takes the file, and answers with its `FileRecord`, or with the `RequestError`.
  func run() {
    do throws(RequestError) {
      answer(try takeFile())
    } catch {
      answer(error)
    }
    peer.end(.normal)
  }

  private func takeFile() throws(RequestError) -> FileRecord {
    // The disk limits the rate: pieces wait until they are written.
    peer.liftRateLimit()
    var file = try ArrivingFile(name, byteCount: byteCount, in: place.path)
    let kind = file.kind.rawValue
    while !file.isWhole {
      let message: WebSocketMessage?
      do throws(WebSocketEnd) { message = try peer.next(within: Self.timeout) } catch {
        throw RequestError(400, "The file ends in its middle.")
      }
      switch message {
      case .binary(let piece): try file.take(piece)
      case nil: throw RequestError(408, "The rest of the file did not arrive.")
      default: throw RequestError(400, "Send a file as binary messages.")
      }
    }
    let kept = try file.keep()
    return FileRecord(kind: kind, path: place.prefix + kept, name: kept)
  }

  private func answer(_ value: some Encodable & Sendable) {
    guard let bytes = try? WireJSON.bytes(value) else { return }
    _ = peer.send([.utf8(bytes)], within: Self.timeout)
  }
}
