internal import Synchronization
internal import TenutoMIDI

/// The song's JACK client: one MIDI output that plays it.
///
/// Thread: control.
@safe final class SongPlayer: @unchecked Sendable {  // scores are changed while no client is open
  let client: EngineClient
  private let song: Song
  private let words: EngineWords
  private let tailSeconds: Double
  private var score: SongScore?

  init(_ song: Song, tailSeconds: Double, words: EngineWords) {
    self.song = song
    self.words = words
    self.tailSeconds = tailSeconds
    client = EngineClient(
      name: "Tenuto Song", prettyName: song.title ?? "Tenuto Song",
      plan: [.init(name: "midi_out", prettyName: "MIDI Out", kind: .midi, direction: .output)])
  }

  deinit {
    client.close()
    score?.deallocate()
  }

  /// Opens the client; the song goes on behind what the instrument has rendered.
  func open(
    serverName: String?, sampleRate: Double, _ notifications: JACKNotifications
  ) throws(JACKError) {
    let score = scoreAt(sampleRate)
    try client.open(serverName: serverName, notifications)
    guard let port = client.ports.first else { return }
    let position = words.delivered
    try unsafe client.setProcess(playSong) { handle in
      SongState(score, position: position, port: port, handle: handle, words: words)
    }
  }

  /// The song in frames of `sampleRate`; another rate moves the position with it.
  private func scoreAt(_ sampleRate: Double) -> SongScore {
    if let score, score.sampleRate == sampleRate { return score }
    let new = SongScore.allocate(song, sampleRate: sampleRate)
    if let old = score {
      let position = Double(words.delivered) * sampleRate / old.sampleRate
      words.delivered = Int(position.rounded())
      old.deallocate()
    }
    let tail = max(0, tailSeconds * sampleRate).rounded()
    words.totalFrames = new.frameCount + (Int(exactly: tail) ?? .max / 4)
    score = new
    return new
  }
}
