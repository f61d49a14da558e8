internal import TenutoMIDI
internal import TenutoSystem

/// What a node that runs in the host needs beside memory: made by control, and kept by it.
struct HostEquipment: Sendable {
  let work: HostSlot.Work
  var hasMIDI = false
  var mixer: Mixer?
  var feed: FileFeed?
  var take: FileTake?
  var monitor: GraphMonitor?
  var song: (input: SongInput, sampleRate: Double)?

  /// Makes what the content of a node needs; nil for an instance.
  ///
  /// Thread: control.
  ///
  /// - Throws: Why a file cannot be read or made.
  init?(_ content: Graph.Content, in format: EngineFormat) throws(HostError) {
    switch content {
    case .instance: return nil
    case .placeholder: (work, hasMIDI) = (.placeholder, true)
    case .mixer(let mixer): (work, self.mixer) = (.mixer, mixer)
    case .fileInput(let file):
      (work, feed) = (.fileInput, try FileFeed(file, sampleRate: format.sampleRate))
    case .fileOutput(let file):
      (work, take) = (
        .fileOutput,
        try FileTake(file, sampleRate: format.sampleRate, isRepeatable: !format.isRealtime)
      )
    case .monitor(let monitor):
      (work, self.monitor) = (.monitor, monitor)
      monitor.prepare(sampleRate: format.sampleRate)
    case .song(let song):
      (work, hasMIDI) = (.song, true)
      self.song = (song, format.sampleRate)
    case .audioInput, .audioOutput, .midiOutput: work = .port
    case .midiInput: (work, hasMIDI) = (.midiInput, true)
    }
  }
}
