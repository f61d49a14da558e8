import ArgumentParser
import TenutoPictures
import TenutoRender
import TenutoSystem

/// `tenuto picture`: draws a sound file.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Draws a sound file's waveform or spectrogram as a PNG file.",
    discussion: """
      The waveform shows the lowest to the highest sample and, darker, the mean level; samples \
      above full scale are red. The spectrogram shows frequencies from 20 Hz up, with colors for \
      the level: a full-scale sine is 0 dB.

      EXAMPLE:
        tenuto picture song.wav -o song.png
        tenuto picture song.wav -o song.png --spectrogram
      """)

  @Argument(help: "The sound file.", completion: .file())
  var sound: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The picture to write.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String

  @Flag(help: "Draws the spectrogram instead of the waveform.")
  var spectrogram = false

  @Flag(help: "Draws the waveform in decibels.")
  var decibels = false

  func validate() throws {
    guard output.lowercased().hasSuffix(".png") else {
      throw ValidationError("\(output) does not end in .png; pictures are PNG files")
    }
    guard !(spectrogram && decibels) else {
      throw ValidationError("a spectrogram is always in decibels; omit '--decibels'")
    }
  }

  func run() throws {
    let file = try SoundFileReader(path: sound)
    try picture(of: file).write(to: output)
  }

  private func picture(of file: SoundFileReader) throws(HostError) -> Picture {
    guard !spectrogram else { return try Spectrogram().picture(of: file) }
    var waveform = Waveform()
    if decibels { waveform.scale = .decibels(floor: -60) }
    return try waveform.picture(of: file)
  }
}
