internal import Glibc
public import TenutoExtension

/// The font of a SoundFont instrument: it takes another one as a message and names it in the state.
///
/// A message is the path of a font, or empty for the one that is installed; the answer has a line
/// for each preset: bank, program and name, with tabs in between. A state is a `FileReference`.
public final class SoundFontUnit: AudioUnit {
  let exchange = AddressExchange()
  private let host: HostLink?
  /// The font that was chosen; nil for the one that is installed.
  private var chosen: FontFile?
  /// The file that the host has handed over for the next state; the unit owns the descriptor.
  private var given: GivenFile?
  /// The font that is installed, once it was looked for.
  private lazy var installed = SoundFontPlaces.defaultFont()
  /// The published synthesizer, and those that the kernel may still play.
  private var synths: [Synth] = []
  /// Of the last kernel, in Hz; 0 before there is one.
  private var sampleRate = 0.0
  /// Whether there is one now.
  private var hasKernel = false

  /// Makes a unit with the font that is installed.
  public init(_ host: HostLink) { self.host = host }

  /// Makes a unit without a host, with the font that is installed: for a kernel in a test.
  public init() { host = nil }

  deinit {
    exchange.deallocate()
    if let given { _ = close(given.descriptor) }
  }

  /// The font that plays; nil where none is installed.
  private var font: FontFile? { chosen ?? installed }

  // MARK: - Messages and states

  /// Takes the font at a path; the answer lists its presets.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    guard let path = String(validating: message, as: UTF8.self), !path.utf8.contains(0) else {
      throw MessageRefusal("the message is no path of a font")
    }
    do throws(FontError) {
      try play(path.isEmpty ? nil : try FontFile(path: path))
    } catch {
      throw MessageRefusal(error.reason)
    }
    host?.stateDidChange()
    let lines = (font?.presets ?? []).map { "\($0.bank)\t\($0.program)\t\($0.name)\n" }
    return Array(lines.joined().utf8)
  }

  /// Names the font; a preset names only one that was chosen.
  public func encodeState(_ scope: StateScope) -> [UInt8] {
    guard let font, chosen != nil || scope == .document else { return [] }
    return FileReference(path: font.path, digest: font.digest, isReplaceable: chosen == nil)
      .encoded()
  }

  /// The same whatever the preset is: it is a choice among those of the font.
  public func encodeState(of preset: FactoryPreset) -> [UInt8] { encodeState(.preset) }

  /// Keeps the file for the state that comes next.
  public func take(_ file: GivenFile) -> Bool {
    if let given { _ = close(given.descriptor) }
    let descriptor = dup(file.descriptor)
    given = descriptor < 0 ? nil : GivenFile(path: file.path, descriptor: descriptor)
    return true
  }

  /// Takes the font that a state names; no bytes stand for the one that is installed.
  public func decodeState(_ data: [UInt8]) throws(StateError) {
    do throws(FontError) {
      try play(data.isEmpty ? nil : try font(of: data))
    } catch {
      throw .refused(error.reason)
    }
  }

  /// The font that a state names; nil for the one that is installed.
  private func font(of data: [UInt8]) throws(FontError) -> FontFile? {
    guard let reference = FileReference(decoding: data) else {
      throw FontError("the state names no font")
    }
    // Another machine may have another one installed, which is as good.
    guard !reference.isReplaceable else { return nil }
    if let chosen, chosen.path == reference.path, chosen.digest == reference.digest {
      return chosen
    }
    if let file = given, file.path == reference.path {
      given = nil
      return try FontFile(
        path: file.path, owning: file.descriptor, digest: reference.digest)
    }
    let font = try FontFile(path: reference.path)
    guard font.digest == reference.digest else {
      throw FontError("'\(reference.path.printable)' is not the font that the state was made with")
    }
    return font
  }

  // MARK: - Synthesizers

  /// Plays a font, nil for the one that is installed, from the next piece of a cycle on.
  ///
  /// - Throws: Why it cannot be played; then nothing has changed.
  private func play(_ next: FontFile?) throws(FontError) {
    guard next !== chosen else { return }
    // Before there is a kernel too: what FluidSynth refuses is refused now.
    let rate = sampleRate > 0 ? sampleRate : 48000
    try publish(Synth(sampleRate: rate, font: next ?? installed))
    chosen = next
  }

  private func publish(_ synth: Synth) {
    if exchange.isSettled { synths.removeFirst(max(0, synths.count - 1)) }
    let earlier = synths
    if !hasKernel { synths = [] }
    synths.append(synth)
    exchange.publish(synth.address)
    withExtendedLifetime(earlier) {}
  }

  /// Publishes a synthesizer that nothing has played, for a kernel that begins.
  func begin(sampleRate: Double) {
    self.sampleRate = sampleRate
    hasKernel = false
    defer { hasKernel = true }
    if let last = synths.last, !last.isUsed, last.sampleRate == sampleRate {
      return last.isUsed = true
    }
    do throws(FontError) {
      let synth = try Synth(sampleRate: sampleRate, font: font)
      synth.isUsed = true
      publish(synth)
    } catch {
      Self.complain(error.reason)
      exchange.publish(0)
    }
    if font == nil {
      Self.complain("no font is installed; the package timgm6mb-soundfont has a small one")
    }
  }

  /// Notes that the kernel is gone.
  func end() { hasKernel = false }

  /// Says it to the host, which keeps what its extensions print.
  private static func complain(_ reason: String) {
    let line = "tenuto: \(reason).\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  /// Synthesizers that are in memory.
  var synthCount: Int { synths.count }
}
