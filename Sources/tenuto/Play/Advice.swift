import TenutoCore

/// Suggested commands, ready to run.
struct Advice {
  let chain: ChainSession
  let options: ChainOptions
  /// The MIDI file; nil for live MIDI.
  let song: String?
  /// The recorded sound file, if any.
  let record: String?

  /// Two or three commands.
  var commands: [String] {
    let program = Environment.programCall
    var commands: [String] = []
    if let listen { commands.append(listen) }
    if let song {
      let variation = variation.map { " --set \($0)" } ?? ""
      commands.append(
        "\(program) render \(song.shellQuoted) \(options.commandLine)\(variation) -o tenuto.flac")
    }
    if let instrument = options.instrument {
      commands.append("\(program) info \("\(instrument)".shellQuoted)")
    }
    if song == nil { commands.append("\(program) list") }
    return commands
  }

  /// A command that plays the recording with an installed player.
  private var listen: String? {
    guard let record else { return nil }
    let players =
      record.lowercased().hasSuffix(".wav")
      ? ["pw-play", "paplay", "aplay"]
      : ["pw-play", "paplay"]
    return players.first(where: Environment.hasProgram).map { "\($0) \(record.shellQuoted)" }
  }

  /// An audible parameter change: the instrument's cutoff, if it has one.
  private var variation: String? {
    let parameters = chain.members[0].description.parameters
    guard
      let parameter = parameters.first(where: { $0.unit == .hertz })
        ?? parameters.first(where: { !$0.flags.contains(.readOnly) })
    else { return nil }
    let range = parameter.range
    let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
    let value =
      parameter.unit == .hertz && range.contains(800) ? 800 : parameter.clamped(middle)
    return "\(parameter.identifier)=\(Numbers.short(Double(value)))"
  }
}
