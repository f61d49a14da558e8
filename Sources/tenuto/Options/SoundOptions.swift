import ArgumentParser

/// A sound file for the Sampler.
struct SoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A sound file for the Sampler, which goes into the preset.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]))
  var sound: String?

  @Option(
    help: ArgumentHelp(
      "A font for the SoundFont instrument; the preset stores its path and digest.",
      valueName: "file"),
    completion: .file(extensions: ["sf2", "sf3"]))
  var font: String?

  @Option(
    help: ArgumentHelp(
      "The note at which the sound file sounds as recorded, 0 to 127; 69 is A4.",
      valueName: "note"))
  var root: Float = 60

  @Option(
    help: ArgumentHelp(
      "The frames of the sound file to take; all of them by default.", valueName: "first:end"),
    transform: Self.range)
  var part: Range<Int>?

  @Option(
    help: ArgumentHelp("The frames of the sound file to repeat.", valueName: "first:end"),
    transform: Self.range)
  var loop: Range<Int>?

  func validate() throws {
    guard (0...127).contains(root) else {
      throw ValidationError("\(root) is not a note; choose a '--root' from 0 to 127")
    }
    if sound == nil, let option = loop != nil ? "--loop" : part != nil ? "--part" : nil {
      throw ValidationError("'\(option)' needs a sound file; give '--sound' as well")
    }
  }

  @Sendable private static func range(_ text: String) throws -> Range<Int> {
    let numbers = text.split(separator: ":").map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let end = numbers[1], first >= 0, end > first
    else { throw ValidationError("'\(text)' is not a range of frames, such as 1000:48000") }
    return first..<end
  }
}
