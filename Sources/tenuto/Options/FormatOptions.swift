import ArgumentParser

/// The audio format of a rendering.
struct FormatOptions: ParsableArguments {
  @Option(help: "The sample rate, 8000 to 192000 Hz.")
  var rate: Int = 48000

  @Option(help: "Frames per cycle, 16 to 8192.")
  var frames: Int = 256

  @Option(help: "Seconds to play after the last event of the song, 0 to 600.")
  var tail: Double = 2

  /// Whether no option was given, or only the usual values.
  var isUsual: Bool { rate == 48000 && frames == 256 && tail == 2 }

  func validate() throws {
    guard (8000...192_000).contains(rate) else {
      throw ValidationError(
        "A sample rate of \(rate) Hz is out of range; choose '--rate' from 8000 to 192000")
    }
    guard (16...8192).contains(frames) else {
      throw ValidationError(
        "\(frames) frames in a cycle are out of range; choose '--frames' from 16 to 8192")
    }
    guard (0...600).contains(tail) else {
      throw ValidationError(
        "A tail of \(Numbers.short(tail)) s is out of range; choose '--tail' from 0 to 600")
    }
  }
}
