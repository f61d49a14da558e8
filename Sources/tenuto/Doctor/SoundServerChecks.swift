import TenutoJACK
import TenutoJACKEngine
import TenutoSystem

/// The JACK server or PipeWire, and their buffers.
enum SoundServerChecks {
  static var all: [Diagnosis] { [jack, pipeWire] }

  /// The longest period with which a keyboard is playable, in ms.
  private static let longestPeriod = 12.0

  private static var jack: Diagnosis {
    let (identifier, title) = ("jack", "JACK")
    guard JACKLibrary.isInstalled else {
      return .costly(
        identifier, title, "The JACK library is not installed.",
        cost: "Only the clock engine plays, which has no loudspeakers.",
        command: "sudo apt install pipewire-jack")
    }
    do throws(HostError) {
      return judge(try JACKServerFormat(), identifier, title)
    } catch {
      let start = Tools.has("pw-jack") ? "systemctl --user start pipewire" : "jackd -R -d alsa"
      return .costly(
        identifier, title, "No server is running.",
        cost: "Only the clock engine plays, which has no loudspeakers.", command: start)
    }
  }

  private static func judge(
    _ server: JACKServerFormat, _ identifier: String, _ title: String
  ) -> Diagnosis {
    let period = Double(server.bufferSize) / server.sampleRate * 1000
    let format =
      "A server runs at \(Int(server.sampleRate)) Hz with \(server.bufferSize) frames "
      + "(\(Numbers.short(period, places: 1)) ms)"
    guard server.isRealtime else {
      return .costly(
        identifier, title, "\(format), without realtime priority.",
        cost: "Any busy program may delay a cycle, which causes a click.",
        command: "jackd -R -d alsa")
    }
    guard period > longestPeriod else { return .fine(identifier, title, "\(format).") }
    return .costly(
      identifier, title, "\(format).",
      cost: "A note sounds at least \(Numbers.short(2 * period, places: 1)) ms after its key.",
      command: "jack_bufsize 256")
  }

  // MARK: - PipeWire

  private static var pipeWire: Diagnosis {
    let (identifier, title) = ("pipewire", "PipeWire quantum")
    guard Tools.has("pw-metadata"), let settings = pipeWireSettings else {
      return .fine(identifier, title, "PipeWire is not running.")
    }
    // A forced quantum takes precedence over requests of clients.
    let forced = settings["clock.force-quantum"].flatMap { $0 > 0 ? $0 : nil }
    guard let quantum = forced ?? settings["clock.quantum"],
      let rate = settings["clock.rate"], rate > 0
    else { return .fine(identifier, title, "PipeWire does not report its settings.") }
    let period = Double(quantum) / Double(rate) * 1000
    let finding = "It is \(quantum) frames at \(rate) Hz (\(Numbers.short(period, places: 1)) ms)."
    guard period > longestPeriod else { return .fine(identifier, title, finding) }
    let command = ["pw-metadata", "-n", "settings", "0", "clock.force-quantum", "256"]
    return .costly(
      identifier, title, finding,
      cost: "A note sounds at least \(Numbers.short(2 * period, places: 1)) ms after its key.",
      command: command.joined(separator: " "),
      fix: Diagnosis.Fix(deed: "Set PipeWire's quantum to 256 frames until it restarts.") {
        let outcome = try ToolProcess.run(["timeout", "10"] + command, in: "/")
        guard outcome.isSuccess else {
          throw Failure.work("pw-metadata failed: \(outcome.complaints.printable)")
        }
      })
  }

  /// PipeWire's numbers by key; nil if it is not running.
  private static var pipeWireSettings: [String: Int]? {
    let command = ["timeout", "5", "pw-metadata", "-n", "settings"]
    guard let outcome = try? ToolProcess.run(command, in: "/"), outcome.isSuccess else {
      return nil
    }
    var settings: [String: Int] = [:]
    // update: id:0 key:'clock.quantum' value:'1024' type:''
    for line in outcome.output.split(separator: "\n") {
      let words = line.split(separator: "'", omittingEmptySubsequences: false)
      guard words.count >= 4, words[0].hasSuffix("key:"), words[2] == " value:" else { continue }
      settings[String(words[1])] = Int(words[3])
    }
    return settings.isEmpty ? nil : settings
  }
}
