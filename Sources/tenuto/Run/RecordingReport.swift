import TenutoControl
import TenutoRender
import TenutoSystem

/// The report on a recording.
struct RecordingReport {
  private let state: RecordingState
  private let lostFrames: Int

  /// Creates a report; `unrecordedFrames` never reached the recorder.
  init(_ state: RecordingState, unrecordedFrames: Int) {
    self.state = state
    lostFrames = state.lostFrames + unrecordedFrames
  }

  /// The recorded files, as lines.
  var lines: [String] {
    state.files.map { file in
      let length = Double(file.frameCount) / Double(state.sampleRate)
      return "Recorded \(file.path): \(Numbers.time(length)) (\(file.frameCount) frames at "
        .printable + "\(state.sampleRate) Hz)"
    }
  }

  /// The path of the newest file.
  var lastPath: String? { state.files.last?.path }

  /// The reason why the recording is incomplete; nil if it is complete.
  var problem: String? {
    guard state.interruptions > 0 || lostFrames > 0 || state.error != nil else { return nil }
    var problem = "The recording is incomplete"
    if state.files.count > 1 { problem = "The recording is in \(state.files.count) files" }
    let names = state.files.map(\.path).joined(separator: ", ")
    if !names.isEmpty { problem += " (\(names))" }
    if lostFrames > 0 { problem += "; \(lostFrames) frames are missing" }
    if let error = state.error { problem += "; its end is missing: \(error.message.trimmingStop)" }
    return problem
  }
}
