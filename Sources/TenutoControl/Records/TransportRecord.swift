/// The answer to `GET /v1/transport`: the transport position.
package struct TransportRecord: Codable, Sendable, Equatable {
  /// Whether the transport is rolling.
  package var isPlaying: Bool
  /// Seconds since its start.
  package var seconds: Double
  /// Quarter notes since its start.
  package var beat: Double
  /// The measure, from 1.
  package var measure: Int
  /// The beat within the measure, from 1, with its fraction.
  package var beatOfMeasure: Double
  /// The tempo in quarter notes per minute.
  package var tempo: Double
  /// The meter, such as `4/4`.
  package var meter: String
  /// The length in seconds; nil for music without an end.
  package var duration: Double?
  /// Whether it repeats at the end.
  package var isLooping: Bool

  /// Creates a record of a position.
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

/// The body of `POST /v1/transport/locate`: exactly one of the three fields.
package struct LocateRequest: Codable, Sendable, Equatable {
  /// Seconds since the music's start.
  package var seconds: Double?
  /// Quarter notes since its start.
  package var beat: Double?
  /// The measure, from 1.
  package var measure: Int?

  /// Creates a request.
  package init(seconds: Double? = nil, beat: Double? = nil, measure: Int? = nil) {
    self.seconds = seconds
    self.beat = beat
    self.measure = measure
  }
}
