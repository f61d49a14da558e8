internal import CTenuto
internal import CValidate
internal import Glibc
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

extension Launch {
  /// Starts an extension like a host, with a sandbox or without.
  static func start(
    _ path: String, sandbox: SandboxPolicy, control: CInt, events: CInt
  ) throws(BenchFault) -> Started {
    guard sandbox.mode == .off else { return try confined(path, sandbox, control, events) }
    do throws(SystemError) {
      return try start(path, arguments: [path], control: control, events: events)
    } catch {
      let isOurs = error.call != "execve"
      throw isOurs ? .system("\(error)") : .lied("'\(path)' cannot be started: \(error)")
    }
  }

  private static func confined(
    _ path: String, _ sandbox: SandboxPolicy, _ control: CInt, _ events: CInt
  ) throws(BenchFault) -> Started {
    var reader: CInt = -1
    var writer: CInt = -1
    guard unsafe tenuto_pipe(&reader, &writer) == 0 else { throw .system("there is no pipe") }
    defer { _ = close(writer) }
    validate_widen_pipe(writer)
    let order = LaunchOrder(
      path: path, environment: [], control: control, events: events, output: writer)
    do throws(HostError) {
      let (process, _) = try SandboxedLaunch.start(order, sandbox)
      return Started(
        identifier: process.identifier, child: process.child, handle: process.handle,
        report: process.report, output: reader)
    } catch {
      _ = close(reader)
      throw .lied(error.message)
    }
  }
}
