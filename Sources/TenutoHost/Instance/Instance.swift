internal import Glibc
public import TenutoCore
public import TenutoTransport

/// A component at work in a process of its own.
///
/// The corresponding Audio Unit type is `AUAudioUnit`, instantiated out of process.
public final class Instance: Sendable {
  /// What the running extension says it is.
  public let description: ComponentDescription
  /// Its process.
  public let process: ExtensionProcess

  /// How long the control channel waits for an answer, in ms.
  ///
  /// A start may be slow on a busy machine, a frozen extension must not hold the host for longer.
  private static let answerLimit: UInt64 = 5000

  /// Starts the executable of `component` and makes it that component.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.launchFailed`, `.extensionDied` (with its signal and its last lines),
  ///   `.extensionTimedOut`, `.protocolViolation`, `.refused`.
  public init(
    executablePath: String, code: ComponentCode, environment: [String] = []
  ) throws(HostError) {
    process = try ExtensionProcess(executablePath: executablePath, environment: environment)
    let name = "'\(code)' (\(executablePath))"
    let all = try Self.descriptions(of: process, name: name)
    guard let own = all.first(where: { $0.code == code }) else {
      let found = all.map { "'\($0.code)'" }.joined(separator: ", ")
      throw HostError(
        .protocolViolation,
        "\(name) says that it is \(found); install it again with 'tenuto install'")
    }
    description = own
    _ = try Self.ask(process, InstantiateRequest(code: code), name: name)
  }

  /// Asks an executable, in a process of its own, which components it has.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `init`.
  public static func describe(
    executablePath: String
  ) throws(HostError) -> [ComponentDescription] {
    let process = try ExtensionProcess(executablePath: executablePath)
    let all = try descriptions(of: process, name: "'\(executablePath)'")
    process.terminate()
    return all
  }

  /// Hands over shared memory for `format`; the extension renders from then on.
  ///
  /// Thread: control. With a `priority`, its render thread gets that realtime priority, below the
  /// host's own.
  ///
  /// - Throws: `.outOfResources`, `.formatOutOfRange`, and as `init`.
  public func allocate(
    _ format: RenderFormat, page: borrowing CyclePage, priority: Int32?
  ) throws(HostError) -> InstanceMemory {
    guard format.isValid else {
      throw HostError(.formatOutOfRange, "\(label) cannot be rendered as \(format)")
    }
    let memory: InstanceMemory
    do throws(SystemError) {
      memory = try InstanceMemory(format)
    } catch {
      throw HostError(.outOfResources, "No shared memory for \(label): \(error)")
    }
    let response = try Self.ask(
      process, AllocateRequest(format: format, layout: description.defaultLayout),
      descriptors: [page.descriptor, memory.toDescriptor, memory.fromDescriptor], name: label)
    if let priority { setPriority(priority, thread: response.renderThread) }
    return memory
  }

  /// Ends rendering; the memory may go afterwards.
  ///
  /// Thread: control.
  ///
  /// - Throws: As `init`.
  public func deallocate() throws(HostError) {
    _ = try Self.ask(process, DeallocateRequest(), name: label)
  }

  /// Ends the process: asks first, then kills.
  ///
  /// Thread: control.
  public func terminate() { process.terminate() }

  /// The name and codes, for messages.
  public var label: String { "\(description.name) ('\(description.code)')" }

  /// The host sets priorities: an extension that could would outrank it.
  private func setPriority(_ priority: Int32, thread: Int32) {
    // The number comes from the extension: it may name only a thread of its own.
    guard thread > 0,
      unsafe access("/proc/\(process.identifier)/task/\(thread)", F_OK) == 0
    else { return }
    var parameter = sched_param()
    parameter.sched_priority = priority
    _ = unsafe sched_setscheduler(thread, SCHED_FIFO | Self.resetOnFork, &parameter)
  }

  /// `SCHED_RESET_ON_FORK`: children and new threads start without realtime priority.
  private static let resetOnFork: Int32 = 0x4000_0000
}

extension Instance {
  private static func descriptions(
    of process: ExtensionProcess, name: String
  ) throws(HostError) -> [ComponentDescription] {
    let hello = try ask(process, HelloRequest(), name: name)
    guard hello.version == HelloRequest.currentVersion else {
      throw HostError(
        .protocolViolation,
        "\(name) speaks version \(hello.version) of the protocol, this host "
          + "\(HelloRequest.currentVersion); build it against this version of Tenuto")
    }
    guard (1...64).contains(hello.componentCount) else {
      throw HostError(.protocolViolation, "\(name) has \(hello.componentCount) components")
    }
    var all: [ComponentDescription] = []
    for index in 0..<hello.componentCount {
      let size = try ask(process, DescribeRequest(index: index), name: name)
      all.append(try decode(try download(size, from: process, name: name), process, name: name))
    }
    return all
  }

  /// Fetches what the last request gave, piece by piece.
  private static func download(
    _ size: BulkSize, from process: ExtensionProcess, name: String
  ) throws(HostError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(size.byteCount))
    while bytes.count < Int(size.byteCount) {
      let request = DownloadRequest(offset: UInt32(bytes.count))
      let piece = try ask(process, request, name: name).bytes
      guard !piece.isEmpty, bytes.count + piece.count <= Int(size.byteCount) else {
        throw explain(.malformed(.invalidValue), process: process, name: name)
      }
      bytes += piece
    }
    return bytes
  }

  private static func decode<T: WireCodable>(
    _ bytes: [UInt8], _ process: ExtensionProcess, name: String
  ) throws(HostError) -> T {
    do throws(WireError) {
      var reader = WireReader(bytes[...])
      let value = try T(from: &reader)
      try reader.finish()
      return value
    } catch {
      throw explain(.malformed(error), process: process, name: name)
    }
  }

  /// Asks, and turns what can go wrong into one sentence.
  private static func ask<R: ControlRequest & Sendable>(
    _ process: ExtensionProcess, _ request: R, descriptors: [CInt] = [], name: String
  ) throws(HostError) -> R.Response where R.Response: Sendable {
    do throws(ControlError) {
      return try process.call(request, descriptors: descriptors, milliseconds: answerLimit)
    } catch {
      throw explain(error, process: process, name: name)
    }
  }

  private static func explain(
    _ error: ControlError, process: ExtensionProcess, name: String
  ) -> HostError {
    switch error {
    case .closed, .system:
      return HostError(.extensionDied, obituary(process, name: name))
    case .timedOut:
      process.monitor.kill()
      return HostError(
        .extensionTimedOut, "\(name) gave no answer within \(answerLimit / 1000) s and was ended")
    case .malformed(let reason):
      process.monitor.kill()
      return HostError(
        .protocolViolation, "\(name) sent what is no message (\(reason)) and was ended")
    case .refused(let reason):
      return HostError(.refused, "\(name) refused: \(reason)")
    }
  }

  /// One sentence on how a process ended, with its last lines.
  static func obituary(_ process: ExtensionProcess, name: String) -> String {
    let gone = Signal()
    process.monitor.whenEnded { _ in gone.send() }
    // It has closed its socket; if it does not end by itself, it is of no use any more.
    if !gone.wait(milliseconds: 500) {
      process.monitor.kill()
      gone.wait()
    }
    let end = process.exit.map(\.description) ?? "ended"
    let lines = process.lastLines(5)
    let said =
      lines.isEmpty ? "it printed nothing" : "its last lines: " + lines.joined(separator: " | ")
    return "\(name) \(end); \(said)"
  }
}
