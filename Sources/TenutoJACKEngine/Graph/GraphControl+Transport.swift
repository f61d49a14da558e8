internal import Synchronization
internal import TenutoJACK
internal import TenutoRender
internal import TenutoSystem

/// The musical time: JACK's transport, or the engine's own.
extension GraphControl {
  /// The tempo, and the engine's role in JACK's transport.
  var transportSettings: JACKTransportSettings { shown.withLock { $0.transport } }

  /// Sets them from the next cycle on.
  func setTransport(_ settings: JACKTransportSettings) {
    work.withLock { work in
      shown.withLock { $0.transport = settings }
      transportWords.set(settings)
      guard isOpen else { return }
      do throws(JACKError) {
        try lead(&work)
      } catch {
        events.yield(.failed(HostError(.engineFailed, error.description)))
      }
    }
  }

  /// Becomes the timebase master if requested, or gives up that role.
  func lead(_ work: inout Work) throws(JACKError) {
    guard let client = main.client.client else { return }
    let leading = transportSettings.leads
    if leading == .never {
      if work.leads { try client.releaseTransport() }
      work.leads = false
    } else if !work.leads {
      work.leads = try unsafe client.leadTransport(
        isConditional: leading == .unlessTaken, leadTimebase, context: leaderContext)
    }
  }
}

// MARK: - The position

extension GraphControl {
  /// The position in the music, by JACK's transport or the engine's own; the last position while
  /// there is no server.
  var position: TransportPosition {
    let (isOpen, last) = shown.withLock { ($0.isOpen, $0.music) }
    guard isOpen else { return last }
    let words = transportWords
    guard !words.follows else { return musicPosition(words.jack) }
    return words.frame.map { musicPosition(words.clock.position(at: $0)) } ?? last
  }

  private func musicPosition(_ position: TransportPosition) -> TransportPosition {
    let (graph, rate) = shown.withLock { ($0.graph, $0.format.sampleRate) }
    return graph.musicPosition(of: position, sampleRate: rate)
  }

  /// Moves JACK's transport if the engine follows it, otherwise its own.
  func move(_ move: TransportMove) {
    work.withLock { _ in
      guard transportWords.follows else { return moveOwn(move) }
      do throws(JACKError) {
        switch move {
        case .play: try main.client.client?.startTransport()
        case .stop: try main.client.client?.stopTransport()
        case .locate(let frame):
          try main.client.client?.locateTransport(UInt32(clamping: frame))
        }
      } catch {
        events.yield(.failed(HostError(.engineFailed, error.description)))
      }
    }
  }

  /// Moves the engine's transport some cycles ahead, so that all clients see it in the same one.
  private func moveOwn(_ move: TransportMove) {
    guard isOpen, let frame = soon else {
      return shown.withLock { $0.music = $0.music.moved(by: move, endingAt: nil) }
    }
    transportWords.clock.carryOut(move, at: frame, musicPosition)
  }

  /// A frame that no client has reached yet, or nil if none has begun.
  private var soon: Int64? {
    transportWords.frame.map { $0 + 3 * Int64(max(1, format.bufferSize)) }
  }

  /// Milliseconds to wait for the main client's first cycle.
  private static let timeout = 500

  /// Makes all clients render from the same cycle on, with the music at its last position.
  func startMusic() {
    var (music, old, rate) = shown.withLock { ($0.music, $0.musicRate, $0.format.sampleRate) }
    let graph = shown.withLock(\.graph)
    if old == 0 { music.frame += graph.musicStart(rate) }
    if old > 0, old != rate { music.frame = Int64((Double(music.frame) * rate / old).rounded()) }
    transportWords.start(at: music)
    // From then on it can be moved.
    _ = Pause.until(milliseconds: Self.timeout) { transportWords.frame != nil }
  }

  /// Notes the position in the music when the server goes; nothing is rendered until the next
  /// server.
  func holdMusic() {
    let position = position
    shown.withLock { ($0.music, $0.musicRate) = (position, $0.format.sampleRate) }
    transportWords.hold()
  }
}
