import TenutoControl
import Testing

extension Workshop {
  /// The socket folder of hosts that were started here.
  var sockets: String { "\(path)/data/run/tenuto" }

  /// Sends a request to a host that was started here.
  func client(_ name: String = "tenuto") -> ControlClient {
    ControlClient(name: name, in: SocketFolder(path: sockets))
  }

  /// Waits until a host with that name answers.
  func waitForHost(_ name: String = "tenuto") async throws {
    let end = ContinuousClock.now + .seconds(300)
    while (try? client(name).text("/v1/status")) == nil {
      guard ContinuousClock.now < end else {
        Issue.record("no host '\(name)' answers")
        return
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until a host's recording satisfies `isDone`; fails if the host has ended.
  func waitForRecording(_ isDone: (RecordingRecord) -> Bool) async throws {
    try await waitForHost()
    while let status = try? client().get("/v1/status", as: HostStatus.self) {
      if status.recordings.contains(where: isDone) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the host has ended")
  }
}
