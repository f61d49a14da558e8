import Glibc
import Synchronization
import TenutoNSM
import TenutoSession
import TenutoTransport

/// A session whose file is named by a session manager (Non Session Manager's protocol).
///
/// Thread: the client's thread calls the handler's functions, one at a time.
final class RunManaged: NSMHandler {
  /// The session file to copy for a new project; nil for an empty one.
  private let template: String?
  private let options: RunOptions
  private let state = Mutex(State())

  private struct State: Sendable {
    var stage: RunStage?
    var client: NSMClient?
    var wasEdited: Bool?
  }

  init(_ template: String?, _ options: RunOptions) {
    self.template = template
    self.options = options
  }

  /// Microseconds between two polls.
  private static let interval: UInt32 = 100_000

  /// Follows the manager until it ends the program.
  ///
  /// - Throws: An error if there is no manager.
  func run() throws {
    let client: NSMClient
    do throws(NSMError) {
      client = try NSMClient(
        applicationName: "Tenuto", executable: CommandLine.arguments.first ?? "tenuto",
        handler: self)
      try client.announce()
    } catch {
      throw Failure.work(error.description)
    }
    state.withLock { $0.client = client }
    while !SignalTrap.isStopRequested {
      state.withLock(\.stage)?.play(seconds: 0.1)
      if state.withLock({ $0.stage == nil }) { usleep(Self.interval) }
      sendEditedState(client)
    }
    client.close()
    let last = state.withLock { state in
      defer { state.stage = nil }
      return state.stage
    }
    last?.end()
    try last?.complain()
  }

  private func sendEditedState(_ client: NSMClient) {
    let isDirty = state.withLock { state -> Bool? in
      guard let isEdited = state.stage?.running.isEdited, isEdited != state.wasEdited else {
        return nil
      }
      state.wasEdited = isEdited
      return isEdited
    }
    if let isDirty { client.setDirty(isDirty) }
  }

  // MARK: - Handler

  func open(_ project: NSMProject) throws(NSMFailure) {
    let path = project.path + ".yaml"
    do {
      let old = state.withLock { state in
        defer { state.stage = nil }
        return state.stage
      }
      // An interrupted recording must not keep another project from opening.
      old?.end()
      do { try old?.complain() } catch { Output.note(error.message) }
      if !SessionPath.exists(path) { try begin(project, path) }
      let source = try RunSource(path: path, options)
      let stage = try RunStage(
        source, options.host, options.sessionOptions(source.file),
        RunStage.Options(clientName: project.clientID))
      try stage.openPage(options.host.web)
      state.withLock { state in
        state.stage = stage
        state.wasEdited = nil
      }
      state.withLock(\.client)?.setLabel(project.displayName)
    } catch {
      throw NSMFailure(.badProject, Failure(error)?.message ?? "\(error)")
    }
  }

  /// Creates the file of a new project.
  private func begin(_ project: NSMProject, _ path: String) throws {
    var session = Session(name: project.displayName)
    if let template { session = try SessionFile(AbsolutePath.of(template)).load().session }
    try SessionFile(path).save(session)
  }

  func save() throws(NSMFailure) {
    guard let running = state.withLock(\.stage)?.running else { return }
    do throws(SessionEditError) {
      try running.save()
    } catch {
      throw NSMFailure(.general, error.message)
    }
  }

  func serverWasLost() {
    Output.note("The session manager has ended; the session plays on, Ctrl-C ends it")
  }
}
