import Glibc
import TenutoJACK
import TenutoMIDI

/// Shows what is played: a keyboard, each chord in five notations, velocity as colour.
///
///     PianoTerminal                     listens to every MIDI port of JACK
///     PianoTerminal --seconds 60        and ends by itself
@main
enum PianoTerminal {
  static func main() async {
    let manager = MIDIManager(
      clientName: "piano-terminal", model: "PianoTerminal", manufacturer: "Tenuto",
      serverName: nil)
    let (strokes, continuation) = AsyncStream.makeStream(of: KeyStroke.self)
    do {
      try manager.start()
      // Every source that there is and that will come.
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
      exit(1)
    }
    if let seconds = secondsToRun {
      Task {
        try await Task.sleep(for: .seconds(seconds))
        continuation.finish()
      }
    }
    await show(strokes)
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

  private static var secondsToRun: Double? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: "--seconds"), index + 1 < arguments.count
    else { return nil }
    return Double(arguments[index + 1])
  }
}
