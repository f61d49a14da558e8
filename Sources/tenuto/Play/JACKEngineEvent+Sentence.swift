import TenutoJACKEngine
import TenutoSystem

extension JACKEngineEvent {
  /// A sentence without a full stop for the user; nil for events that a display only counts.
  var sentence: String? {
    switch self {
    case .xrun: nil
    case .serverGone(let reason):
      "The JACK server is gone (\(reason.trimmingStop)); it plays on when it returns, "
        + "Ctrl-C ends it"
    case .serverReturned: "The JACK server is there again, and it plays on"
    case .connectionFailed(let source, let destination, let reason):
      "'\(source)' could not be connected to '\(destination)': \(reason.trimmingStop)"
    case .bufferSizeChanged(let frameCount):
      "The JACK server has \(frameCount) frames in a cycle from now on"
    case .sampleRateChanged(let rate):
      "The JACK server has \(Int(rate)) Hz from now on; a recording ends here"
    case .freewheelChanged(let isFreewheeling):
      "The JACK server \(isFreewheeling ? "runs as fast as it can" : "runs in real time again")"
    case .failed(let error): error.message.trimmingStop
    }
  }
}
