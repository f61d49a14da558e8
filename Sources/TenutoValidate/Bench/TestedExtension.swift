internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport

/// The process of an extension, which a check accesses with the bare protocol.
///
/// Thread: control, always the same thread, which must live as long as the subject.
final class TestedExtension {
  let identifier: pid_t
  var channel: ControlChannel
  let eventSocket: Descriptor
  /// The process to wait for: the extension, or the first process of its namespace.
  private let child: pid_t
  private let handle: Descriptor
  /// Reports the extension's exit if `child` is another process.
  private let report: Descriptor
  private let output: Descriptor
  private(set) var end: TestedExtensionEnd?
  /// The byte count of its output.
  private(set) var printedByteCount = 0
  private var lastBytes: [UInt8] = []
  /// Its notices.
  var notices: [Notice] = []

  /// Starts the executable at `path`.
  init(_ path: String, sandbox: SandboxPolicy = .off) throws(BenchFault) {
    let control = try Self.sockets()
    let events = try Self.sockets()
    let started = try Launch.start(
      path, sandbox: sandbox, control: control.peer.number, events: events.peer.number)
    identifier = started.identifier
    child = started.child
    handle = Descriptor(owning: started.handle)
    report = Descriptor(owning: started.report)
    output = Descriptor(owning: started.output)
    eventSocket = events.takeHost()
    channel = ControlChannel(control.takeHost())
  }

  private static func sockets() throws(BenchFault) -> SocketPair {
    do throws(SystemError) {
      return try SocketPair()
    } catch {
      throw .system("\(error)")
    }
  }

  deinit {
    if end == nil {
      _ = tenuto_kill(handle.number)
      _ = waitpid(child, nil, 0)
    }
  }

  /// Sends a request and waits for the answer.
  func call<R: ControlRequest>(
    _ request: R, descriptors: [CInt] = [], milliseconds: UInt64 = 5000
  ) throws(BenchFault) -> R.Response {
    defer { readOutput() }
    var heard: [Notice] = []
    defer { notices += heard }
    do throws(ControlError) {
      return try channel.call(
        request, descriptors: descriptors, milliseconds: milliseconds
      ) { heard.append($0) }
    } catch {
      throw explain(error, "'\(R.kind)'")
    }
  }

  /// Sends a request that must be refused; returns nil if it is, otherwise the answer.
  func mustRefuse<R: ControlRequest>(
    _ request: R, descriptors: [CInt] = [], _ what: String
  ) throws(BenchFault) -> String? {
    do throws(BenchFault) {
      _ = try call(request, descriptors: descriptors)
      return what
    } catch {
      if case .refused = error { return nil }
      throw error
    }
  }

  /// Sends a request and returns whether it was granted.
  func isGranted<R: ControlRequest>(
    _ request: R, descriptors: [CInt] = []
  ) throws(BenchFault) -> Bool {
    try mustRefuse(request, descriptors: descriptors, "granted") != nil
  }

  func takeNotices() throws(BenchFault) {
    do throws(ControlError) {
      while let notice = try channel.takeNotice() { notices.append(notice) }
    } catch {
      throw explain(error, "a notice")
    }
  }

  func explain(_ error: ControlError, _ what: String) -> BenchFault {
    switch error {
    case .closed, .system: died(during: what)
    case .timedOut:
      isAlive ? .hung("no answer to \(what)") : died(during: what)
    case .malformed(let reason): .lied("the answer to \(what) is malformed: \(reason)")
    case .refused(let reason): .refused("\(what) was refused: \(reason)")
    }
  }

  func died(during what: String) -> BenchFault {
    guard let end = waitForEnd(milliseconds: 2000) else {
      return .lied("it closed its socket during \(what) and still runs")
    }
    let said = lastWords
    return .died("it \(end) during \(what)" + (said.isEmpty ? "" : "; its output: \(said)"))
  }
}

// MARK: - Life and death

extension TestedExtension {
  var isAlive: Bool { waitForEnd(milliseconds: 0) == nil }

  /// Waits until it has ended; returns nil if it does not.
  @discardableResult
  func waitForEnd(milliseconds: Int32) -> TestedExtensionEnd? {
    if let end { return end }
    var entry = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, milliseconds) == 1 else { return nil }
    var status: CInt = 0
    guard unsafe waitpid(child, &status, WNOHANG) == child else { return nil }
    var own: CInt = 0
    let count = report.number < 0 ? 0 : unsafe read(report.number, &own, 4)
    if count == 4 { status = own }
    readOutput()
    end = TestedExtensionEnd(status: status)
    return end
  }

  func signal(_ number: CInt) { _ = Glibc.kill(identifier, number) }

  func kill() {
    _ = tenuto_kill(handle.number)
    waitForEnd(milliseconds: 2000)
  }

  /// Asks it to exit.
  func quit() throws(BenchFault) {
    _ = try call(ShutdownRequest())
    guard endsByItself else { throw .hung("it did not end on request") }
  }

  /// Empties the pipe of its output, so that it never blocks.
  func readOutput() {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = unsafe read(output.number, &buffer, buffer.count)
      guard count > 0 else { return }
      printedByteCount += count
      lastBytes = Array((lastBytes + buffer.prefix(count)).suffix(2048))
    }
  }

  /// The last line of its output, made printable.
  var lastWords: String {
    let text = String(decoding: lastBytes, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).last else { return "" }
    return String(
      String.UnicodeScalarView(
        line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}

/// The end of an extension's process.
enum TestedExtensionEnd: Equatable, CustomStringConvertible {
  case exited(CInt)
  case signaled(CInt)

  init(status: CInt) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }

  var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signaled(let number): "was ended by signal \(number)"
    }
  }
}
