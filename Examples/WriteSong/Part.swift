/// One player of the song: an instrument and its notes.
struct Part {
  /// The name of the track.
  var name: String

  /// The General MIDI program, 0 to 127.
  var program: UInt8

  /// Controller 7, 0 to 127.
  var volume: UInt8

  /// Controller 10, from 0 at the left to 127 at the right.
  var pan: UInt8

  /// The part's emphasis over the others, in steps of velocity.
  var loudness: Int

  /// The bar in which an exposed theme starts, counted from 1; nil for none.
  var entry: Int?

  /// The notes, as `NotationReader` reads them, cut into pieces.
  var notation: [String]
}

/// A note or chord.
struct Note {
  /// Ticks from the start of the song.
  var tick: Int

  /// The written length in ticks.
  var length: Int

  /// The note numbers, 0 to 127.
  var keys: [UInt8]
}

/// The units of musical time.
enum Ticks {
  static let quarter = 480
  static let bar = 4 * quarter

  /// Returns the first tick of a bar, which is counted from 1.
  static func start(ofBar bar: Int) -> Int {
    (bar - 1) * Self.bar
  }
}
