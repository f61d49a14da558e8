internal import TenutoRender
internal import TenutoSession

extension SessionHost {
  package var transport: TransportRecord { TransportRecord(running.music) }

  package func setPlaying(_ isPlaying: Bool) throws(RequestError) {
    recordOn()
    isPlaying ? running.play() : running.pause()
  }

  package func locate(_ position: LocateRequest) throws(RequestError) {
    let seconds = try seconds(of: position)
    recordOn()
    running.locate(seconds: seconds)
  }

  private func seconds(of position: LocateRequest) throws(RequestError) -> Double {
    switch (position.seconds, position.beat, position.measure) {
    case (let seconds?, nil, nil) where seconds.isFinite && seconds >= 0: return seconds
    case (nil, let beat?, nil) where beat.isFinite && beat >= 0:
      return running.timeline.seconds(atBeat: beat)
    case (nil, nil, let measure?) where (1...1_000_000).contains(measure):
      return running.timeline.seconds(atBeat: running.timeline.beat(ofMeasure: measure))
    default:
      throw RequestError(
        400,
        "Give one of 'seconds' or 'beat', from 0, or 'measure', from 1.")
    }
  }
}

extension TransportRecord {
  /// Converts a position of the music.
  init(_ music: MusicPosition) {
    let position = music.position
    self.init(
      isPlaying: music.isPlaying, seconds: music.seconds, beat: position.beat,
      measure: position.measure, beatOfMeasure: position.beatOfMeasure, tempo: position.tempo,
      meter: "\(position.meterNumerator)/\(position.meterDenominator)", duration: music.duration,
      isLooping: music.isLooping)
  }
}
