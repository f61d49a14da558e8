import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoTransport

/// The output of `replay`.
struct ReplayReport {
  let bundle: CrashBundle
  let executablePath: String

  /// The component, the bundle and the input.
  var head: [String] {
    let content = bundle.content
    let component = content.component
    var lines = [
      "\(component.name) \(component.version) ('\(component.code)')".printable,
      "  recorded   \(content.cause)".printable,
      "  executable \(executablePath)".printable,
    ]
    if let recording = content.recording {
      let seconds = Double(recording.frameCount) / content.format.sampleRate
      lines.append(
        "  recording  \(Numbers.fixed(seconds, places: 2)) s, \(recording.cycles.count) cycles, "
          + "\(recording.events.count) events, \(recording.inputs.count) input channels")
    }
    if content.state == nil { lines.append("  state      none: only the parameters are set") }
    return lines
  }

  /// Returns the lines on the outcome.
  func lines(_ outcome: CrashReplay.Outcome, isSame: Bool) -> [String] {
    guard let cause = outcome.cause else {
      return ["  replayed   all cycles rendered: it no longer crashes"]
    }
    let place = outcome.sampleTime.map { "in the cycle at frame \($0)" } ?? "before the first cycle"
    var lines = [
      "  replayed   \(cause) (\(place))".printable,
      "  same cause \(isSame ? "yes" : "no"), same cycle "
        + (outcome.isAtRecordedEnd ? "yes" : "no"),
    ]
    if let note = FaultNote(output: outcome.output) {
      lines.append("  stack")
      lines += stack(note)
    }
    return lines
  }

  private func stack(_ note: FaultNote) -> [String] {
    let symbols = SymbolTable(path: executablePath)
    return ([note.programCounter] + note.frames).enumerated().map { index, address in
      guard case .inExecutable(let value) = address,
        let found = symbols.symbol(at: index > 0 && value > 0 ? value - 1 : value)
      else { return "    #\(index) \(address)" }
      return "    #\(index) \(address) \(Demangling.name(found.symbol.name))".printable
    }
  }
}
