internal import Glibc
public import TenutoExtension

/// The unit of a SoundFont instrument, which loads a font by a message and names it in the state.
///
/// A message is the path of a font, or empty for the installed one; the answer has a line for each
/// preset: bank, program and name, separated by tabs. A state is a `FileReference`.
public final class SoundFontUnit: AudioUnit {
  let exchange = AddressExchange()
  private let host: HostLink?
  /// The chosen font, or nil for the installed one.
  private var chosen: FontFile?
  /// The file that the host has passed for the next state; the unit owns the descriptor.
  private var given: GivenFile?
  /// The installed font, after it was searched.
  private lazy var installed = SoundFontFolders.defaultFont()
  /// The published synthesizer, and earlier ones that the kernel may still play.
  private var synths: [Synth] = []
  /// The sample rate of the last kernel in Hz, or 0 before the first.
  private var sampleRate = 0.0
  /// Whether there is a kernel now.
  private var hasKernel = false

  /// Creates a unit with the installed font.
  public init(_ host: HostLink) { self.host = host }

  /// Creates a unit without a host, with the installed font, for a kernel in a test.
  public init() { host = nil }

  deinit {
    exchange.deallocate()
    if let given { _ = close(given.descriptor) }
  }

  /// The current font, or nil if none is installed.
  private var font: FontFile? { chosen ?? installed }

  // MARK: - Messages and states

  /// Loads the font at a path and answers with its presets.
  public func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    guard let path = String(validating: message, as: UTF8.self), !path.utf8.contains(0) else {
      throw MessageRefusal("the message is not the path of a font")
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

  /// Returns the reference to the font; a preset has it only for a chosen font.
  public func encodeState(_ scope: StateScope) -> [UInt8] {
    guard let font, chosen != nil || scope == .document else { return [] }
    return FileReference(path: font.path, digest: font.digest, isReplaceable: chosen == nil)
      .encoded()
  }

  /// Returns the same state for every preset, since a preset is a choice within the font.
  public func encodeState(of preset: FactoryPreset) -> [UInt8] { encodeState(.preset) }

  /// Keeps the file for the next state.
  public func take(_ file: GivenFile) -> Bool {
    if let given { _ = close(given.descriptor) }
    let descriptor = dup(file.descriptor)
    given = descriptor < 0 ? nil : GivenFile(path: file.path, descriptor: descriptor)
    return true
  }

  /// Loads the font of a state; empty bytes mean the installed font.
  public func decodeState(_ data: [UInt8]) throws(StateError) {
    do throws(FontError) {
      try play(data.isEmpty ? nil : try font(of: data))
    } catch {
      throw .refused(error.reason)
    }
  }

  /// Opens the font of a state, or returns nil for the installed font.
  private func font(of data: [UInt8]) throws(FontError) -> FontFile? {
    guard let reference = FileReference(decoding: data) else {
      throw FontError("the state names no font")
    }
    // On another machine, another installed font serves as well.
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

  /// Plays a font, or the installed one for nil, from the next piece of a cycle on.
  ///
  /// - Throws: An error if it cannot be played; then the old font stays.
  private func play(_ next: FontFile?) throws(FontError) {
    guard next !== chosen else { return }
    // Also creates a synthesizer without a kernel, so that FluidSynth's errors appear now.
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

  /// Publishes an unused synthesizer for a new kernel.
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

  /// Notes that the kernel no longer exists.
  func end() { hasKernel = false }

  /// Prints a line for the host, which keeps the output of its extensions.
  private static func complain(_ reason: String) {
    let line = "tenuto: \(reason).\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  /// The number of synthesizers in memory.
  var synthCount: Int { synths.count }
}
