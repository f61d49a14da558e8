import ArgumentParser
import TenutoPictures
import TenutoRender
import TenutoSystem

/// The pictures of a sound file to draw.
struct PictureOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Draws the waveform as a PNG file.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var waveform: String?

  @Option(
    help: ArgumentHelp("Draws the spectrogram as a PNG file.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var spectrogram: String?

  /// Whether no picture is drawn.
  var isEmpty: Bool { waveform == nil && spectrogram == nil }

  func validate() throws {
    for path in [waveform, spectrogram].compactMap(\.self) {
      guard path.lowercased().hasSuffix(".png") else {
        throw ValidationError("\(path) does not end in .png; a picture is a PNG file")
      }
    }
    guard waveform == nil || waveform != spectrogram else {
      throw ValidationError("the waveform and the spectrogram cannot be one file")
    }
  }

  /// Draws the pictures of the file at `path`.
  func draw(_ path: String) throws(HostError) {
    if let waveform {
      try Waveform().picture(of: try SoundFileReader(path: path)).write(to: waveform)
    }
    if let spectrogram {
      try Spectrogram().picture(of: try SoundFileReader(path: path)).write(to: spectrogram)
    }
  }
}
