/// What `GET /v1/transport` answers: where the music is.
package struct TransportRecord: Codable, Sendable, Equatable {
  /// Whether it plays.
  package var isPlaying: Bool
  /// Seconds since its start.
  package var seconds: Double
  /// Quarter notes since its start.
  package var beat: Double
  /// The measure, from 1.
  package var measure: Int
  /// The beat of the measure, from 1, with the fraction.
  package var beatOfMeasure: Double
  /// Quarter notes per minute.
  package var tempo: Double
  /// The meter, such as `4/4`.
  package var meter: String
  /// Seconds after which it stands; nil for music without an end.
  package var duration: Double?
  /// Whether it begins anew instead.
  package var isLooping: Bool

  /// States a place.
  package init(
    isPlaying: Bool, seconds: Double, beat: Double, measure: Int, beatOfMeasure: Double,
    tempo: Double, meter: String, duration: Double?, isLooping: Bool
  ) {
    self.isPlaying = isPlaying
    self.seconds = seconds
    self.beat = beat
    self.measure = measure
    self.beatOfMeasure = beatOfMeasure
    self.tempo = tempo
    self.meter = meter
    self.duration = duration
    self.isLooping = isLooping
  }
}

/// The body of `POST /v1/transport/locate`: one of the three.
package struct LocateRequest: Codable, Sendable, Equatable {
  /// Seconds since the music's start.
  package var seconds: Double?
  /// Quarter notes since its start.
  package var beat: Double?
  /// The measure, from 1.
  package var measure: Int?

  /// States a place.
  package init(seconds: Double? = nil, beat: Double? = nil, measure: Int? = nil) {
    self.seconds = seconds
    self.beat = beat
    self.measure = measure
  }
}
