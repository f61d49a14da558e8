package import TenutoCore
package import TenutoSystem
package import TenutoTransport

/// A series of requests to one extension; each failure is described in one sentence.
package struct Conversation {
  let process: ExtensionProcess
  /// The name of the extension in messages.
  let name: String
  private let timeouts: Timeouts
  /// The deadline of the whole series: it stops an extension that always replies just in time.
  private let deadline: MonotonicTime

  /// Timeouts, in ms.
  package struct Timeouts {
    /// For one reply.
    let answer: UInt64
    /// For all requests together.
    let whole: UInt64

    /// A start may be slow on a busy machine; a frozen extension must not block the host longer.
    static let standard = Timeouts(answer: 5000, whole: 15_000)
    /// For a bridge that reads the files of all installed plug-ins before it replies.
    static let reading = Timeouts(answer: 60_000, whole: 120_000)
  }

  package init(_ process: ExtensionProcess, name: String, timeouts: Timeouts = .standard) {
    self.process = process
    self.name = name
    self.timeouts = timeouts
    deadline = MonotonicTime.after(milliseconds: timeouts.whole)
  }

  /// Sends a request; `then` gets the reply before any later notice is delivered.
  ///
  /// - Throws: `.extensionDied`, `.extensionTimedOut`, `.protocolViolation`, `.refused`.
  @discardableResult
  package func ask<R: ControlRequest & Sendable>(
    _ request: R, descriptors: [CInt] = [], then: (R.Response) -> Void = { _ in }
  ) throws(HostError) -> R.Response where R.Response: Sendable {
    let now = MonotonicTime.now
    guard now < deadline else { throw late(timeouts.whole) }
    let left = (deadline.nanoseconds - now.nanoseconds) / 1_000_000 + 1
    let limit = min(left, timeouts.answer)
    do throws(ControlError) {
      return try process.call(request, descriptors: descriptors, milliseconds: limit, then: then)
    } catch {
      throw explain(error, limit: limit)
    }
  }

  private func explain(_ error: ControlError, limit: UInt64) -> HostError {
    switch error {
    case .closed, .system: died()
    case .timedOut: late(limit < timeouts.answer ? timeouts.whole : limit)
    case .malformed(let reason): violation("sent a malformed message (\(reason))")
    case .refused(let reason) where reason.hasPrefix("pthread_create: "):
      HostError(
        .outOfResources,
        "\(name) can have no further thread; \(ResourceLimit.processes.remedy).")
    case .refused(let reason): HostError(.refused, "\(name) refused: \(reason)")
    }
  }

  private func late(_ limit: UInt64) -> HostError {
    process.end(because: "gave no answer")
    return HostError(
      .extensionTimedOut, "\(name) gave no answer within \(limit / 1000) s and was ended")
  }

  /// Ends a process that violated the protocol; `violation` describes it, for example `"sent
  /// nonsense"`.
  package func violation(_ violation: String) -> HostError {
    process.end(because: violation)
    return HostError(.protocolViolation, "\(name) \(violation) and was ended")
  }

  /// The error that describes the end of the process.
  package func died() -> HostError {
    HostError(.extensionDied, process.exitDescription(name: name))
  }
}

// MARK: - Data larger than one message

extension Conversation {
  /// Requests data that arrives in pieces.
  ///
  /// - Throws: As `ask`.
  package func fetch<R: ControlRequest & Sendable>(
    _ request: R
  ) throws(HostError) -> [UInt8] where R.Response == BulkSize {
    let count = Int(try ask(request).byteCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let piece = try ask(DownloadRequest(offset: UInt32(bytes.count))).bytes
      guard !piece.isEmpty, bytes.count + piece.count <= count else {
        throw violation("sent pieces that do not add up")
      }
      bytes += piece
    }
    return bytes
  }

  /// Uploads the data that the next request uses.
  ///
  /// - Throws: As `ask`.
  package func upload(_ bytes: [UInt8]) throws(HostError) {
    var offset = 0
    repeat {
      let end = min(offset + BulkLimits.pieceBytes, bytes.count)
      try ask(UploadRequest(offset: UInt32(offset), bytes: Array(bytes[offset..<end])))
      offset = end
    } while offset < bytes.count
  }

  /// Decodes data that arrived in pieces.
  ///
  /// - Throws: `.protocolViolation`.
  func decode<T: WireCodable>(_ bytes: [UInt8]) throws(HostError) -> T {
    do throws(WireError) {
      var reader = WireReader(bytes[...])
      let value = try T(from: &reader)
      try reader.finish()
      return value
    } catch {
      throw violation("sent a malformed message (\(error))")
    }
  }
}

extension ExtensionProcess {
  /// One sentence on how it ended, with its last lines of output.
  package func exitDescription(name: String) -> String {
    let gone = Signal()
    monitor.whenEnded { _ in gone.send() }
    // The extension has closed its socket; it is useless even if it does not exit.
    if !gone.wait(milliseconds: 500) {
      monitor.kill()
      gone.wait()
    }
    let end = endReason.map { "\($0) and was ended" } ?? exit?.description ?? "ended"
    let lines = lastLines(5)
    let said =
      lines.isEmpty ? "it printed nothing" : "its last lines: " + lines.joined(separator: " | ")
    return "\(name) \(end); \(said)"
  }
}

extension Conversation {
  /// The executable's description of each of its components, at most `limit`.
  package func descriptions(atMost limit: UInt16 = 64) throws(HostError) -> [ComponentDescription] {
    let hello = try ask(HelloRequest())
    guard hello.version == HelloRequest.currentVersion else {
      throw HostError(
        .protocolViolation,
        "\(name) speaks version \(hello.version) of the protocol, this host "
          + "\(HelloRequest.currentVersion); build it against this version of Tenuto")
    }
    guard (1...limit).contains(hello.componentCount) else {
      throw HostError(.protocolViolation, "\(name) has \(hello.componentCount) components")
    }
    var all: [ComponentDescription] = []
    for index in 0..<hello.componentCount {
      all.append(try decode(try fetch(DescribeRequest(index: index))))
    }
    return all
  }

  /// The executable's description of the component with `code`.
  package func description(of code: ComponentCode) throws(HostError) -> ComponentDescription {
    let all = try descriptions()
    guard let own = all.first(where: { $0.code == code }) else {
      let found = all.map { "'\($0.code)'" }.joined(separator: ", ")
      throw HostError(
        .protocolViolation,
        "\(name) reports that it is \(found); install it again with 'tenuto install'")
    }
    return own
  }
}
