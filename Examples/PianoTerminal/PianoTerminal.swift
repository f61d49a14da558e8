import ArgumentParser
import Glibc
import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages

/// Shows incoming MIDI: a keyboard, each chord in five notations, velocity as colour.
///
///     PianoTerminal                     listens to every MIDI port of JACK
///     PianoTerminal --seconds 60        and ends by itself
@main
struct PianoTerminal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "PianoTerminal",
    abstract: "Draws the notes at JACK's MIDI ports on a keyboard, and names chords.",
    discussion: "It listens to every port until Ctrl-C.")

  @Option(help: "Ends after so many seconds.") var seconds: Double?

  func validate() throws {
    if let seconds, !(0...1e6).contains(seconds) {
      throw ValidationError("'--seconds' is 0 to 1000000")
    }
  }

  func run() async {
    let manager = MIDIManager(
      clientName: "piano-terminal", model: "PianoTerminal", manufacturer: "Tenuto",
      serverName: nil)
    let (strokes, continuation) = AsyncStream.makeStream(of: KeyStroke.self)
    do {
      try manager.start()
      // Every source, current and future.
      try manager.addInputConnection(
        to: .allOutputs, tag: "keys",
        receiver: .events { events, timeStamp, _ in
          for event in events {
            guard let stroke = KeyStroke(event, nanoseconds: timeStamp) else { continue }
            continuation.yield(stroke)
          }
        })
    } catch {
      print("PianoTerminal: \(error)")
      Glibc.exit(1)
    }
    if let seconds {
      Task {
        try await Task.sleep(for: .seconds(seconds))
        continuation.finish()
      }
    }
    await Self.show(strokes)
    manager.stop()
  }

  /// Draws the keyboard with each stroke, and a line for each chord.
  private static func show(_ strokes: AsyncStream<KeyStroke>) async {
    let (chordStrokes, chords) = AsyncStream.makeStream(of: KeyStroke.self)
    let lines = Task {
      for await chord in chordStrokes.chords() { Screen.print(ChordLine(chord).text) }
    }
    var keyboard = KeyboardPicture()
    Screen.show(keyboard)
    for await stroke in strokes {
      keyboard.take(stroke)
      Screen.show(keyboard)
      chords.yield(stroke)
    }
    chords.finish()
    await lines.value
  }
}
