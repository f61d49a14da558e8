internal import TenutoCore

extension Instance {
  /// Takes note of a value that an engine sets at a frame, the end of a ramp included.
  ///
  /// Thread: control.
  func learn(_ payload: TimedEvent.Payload) {
    switch payload {
    case .parameter(let address, let value), .ramp(let address, let value, _):
      center.learn([ParameterValue(address, value)])
    case .midi, .gesture: break
    }
  }
}
