import TenutoJACKEngine
import TenutoSystem

extension JACKEngineEvent {
  /// A sentence without a full stop for the user; nil for events that a display only counts.
  var sentence: String? {
    switch self {
    case .xrun: nil
    case .serverGone(let reason):
      "The JACK server has ended (\(reason.trimmingStop)); the host plays again when it returns, "
        + "Ctrl-C ends it"
    case .serverReturned: "The JACK server is back, and the host plays again"
    case .serverStalled:
      "The JACK server has stopped; if its sound card is gone, kill it and start it again"
    case .serverResumed: "The JACK server runs again"
    case .connectionFailed(let source, let destination, let reason):
      "'\(source)' could not be connected to '\(destination)': \(reason.trimmingStop)"
    case .bufferSizeChanged(let frameCount):
      "The JACK server now has \(frameCount) frames per cycle"
    case .sampleRateChanged(let rate):
      "The JACK server now runs at \(Int(rate)) Hz; a recording ends here"
    case .freewheelChanged(let isFreewheeling):
      "The JACK server \(isFreewheeling ? "runs freewheeling" : "runs in real time again")"
    case .failed(let error): error.message.trimmingStop
    }
  }
}
