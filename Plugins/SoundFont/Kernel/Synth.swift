import SoundFontSynth
import TenutoExtension

/// A synthesizer of FluidSynth with one font.
///
/// Thread: control; the render thread has a `SynthVoice`.
@safe final class Synth {
  private let pointer: OpaquePointer
  /// The host's sample rate in Hz.
  let sampleRate: Double
  let font: FontFile?
  /// Whether a kernel has played it; a new kernel needs an unused synthesizer.
  var isUsed = false

  /// The highest sample rate of FluidSynth.
  private static let maximumRate = 96000.0
  /// The greatest number of voices, which is FluidSynth's default.
  static let maximumPolyphony = 256

  /// Creates a synthesizer and loads its font, if there is one.
  ///
  /// - Throws: An error if FluidSynth refuses the font.
  init(sampleRate: Double, font: FontFile?) throws(FontError) {
    self.sampleRate = sampleRate
    self.font = font
    let rate = sampleRate / Double(Self.divisor(of: sampleRate))
    guard let pointer = unsafe synth_make(rate, Int32(Self.maximumPolyphony)) else {
      throw FontError("out of memory for a synthesizer")
    }
    unsafe self.pointer = pointer
    guard let font else { return }
    do throws(FontError) {
      try load(font)
    } catch {
      unsafe synth_free(pointer)
      throw error
    }
  }

  deinit { unsafe synth_free(pointer) }

  private func load(_ font: FontFile) throws(FontError) {
    var words = [CChar](repeating: 0, count: 256)
    let number = unsafe words.withUnsafeMutableBufferPointer { buffer in
      unsafe synth_load_font(
        pointer, font.path, font.isSoundFont ? font.descriptor : -1, buffer.baseAddress,
        buffer.count)
    }
    let reason = String(
      decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard number < 0 else { return }
    let fault =
      reason.isEmpty ? "FluidSynth refuses it" : "FluidSynth reports '\(reason.printable)'"
    throw FontError("'\(font.path.printable)' cannot be played: \(fault)")
  }

  /// The number of host frames per frame of FluidSynth.
  static func divisor(of sampleRate: Double) -> Int {
    max(1, Int((sampleRate / maximumRate).rounded(.up)))
  }

  /// The handle for the render thread, valid for the lifetime of the synthesizer.
  var address: UInt { UInt(bitPattern: unsafe pointer) }
}

/// The render thread's handle of a synthesizer.
@safe struct SynthVoice: BitwiseCopyable {
  private let pointer: OpaquePointer
  var address: UInt { @_noLocks get { UInt(bitPattern: unsafe pointer) } }

  /// Creates a handle from an address, or nil for 0.
  @_noLocks init?(address: UInt) {
    guard let pointer = unsafe OpaquePointer(bitPattern: address) else { return nil }
    unsafe self.pointer = pointer
  }

  @_noLocks func send(_ status: UInt8, _ first: UInt8, _ second: UInt8) {
    unsafe synth_channel_message(pointer, status, first, second)
  }

  @_noLocks func sendSystemExclusive(_ bytes: UnsafePointer<UInt8>, count: Int) {
    unsafe synth_system_exclusive(pointer, bytes, Int32(truncatingIfNeeded: count))
  }

  /// Selects the preset of a part.
  @_noLocks func select(_ choice: PartProgram, part: Int) {
    unsafe synth_select(
      pointer, Int32(truncatingIfNeeded: part), Int32(choice.bank), Int32(choice.program))
  }

  /// The preset of a part.
  @_noLocks func program(of part: Int) -> PartProgram {
    let word = unsafe synth_program(pointer, Int32(truncatingIfNeeded: part))
    return PartProgram(
      bank: UInt16(truncatingIfNeeded: word >> 16), program: UInt16(truncatingIfNeeded: word & 127))
  }

  @_noLocks func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    unsafe synth_render(pointer, Int32(truncatingIfNeeded: count), left, right)
  }

  @_noLocks func reset() { unsafe synth_reset(pointer) }

  @_noLocks func copyControllers(of other: SynthVoice) {
    unsafe synth_copy_controllers(pointer, other.pointer)
  }

  /// Sets the controls of a group.
  @_noLocks func set(_ part: ControlGroup, _ controls: borrowing Controls) {
    switch part {
    case .gain: unsafe synth_set_gain(pointer, controls[.gain])
    case .polyphony: unsafe synth_set_polyphony(pointer, Int32(controls[.polyphony]))
    case .reverb:
      unsafe synth_set_reverb(
        pointer, controls[.reverb] >= 0.5, Double(controls[.room]), Double(controls[.damp]),
        Double(controls[.width]), Double(controls[.reverbLevel]))
    case .chorus:
      unsafe synth_set_chorus(
        pointer, controls[.chorus] >= 0.5, Int32(controls[.chorusVoices]),
        Double(controls[.chorusLevel]), Double(controls[.speed]), Double(controls[.depth]),
        Int32(controls[.shape]))
    }
  }

  /// Tunes a part.
  @_noLocks func tune(_ part: Int, semitones: Float, cents: Float) {
    unsafe synth_set_tuning(pointer, Int32(truncatingIfNeeded: part), semitones, cents)
  }
}

/// The preset of a part.
struct PartProgram: BitwiseCopyable {
  /// The bank; 128 has the drums.
  var bank: UInt16 = 0
  var program: UInt16 = 0

  static var drumBank: UInt16 { @_noLocks get { 128 } }

  @_noLocks static func == (left: PartProgram, right: PartProgram) -> Bool {
    left.bank == right.bank && left.program == right.program
  }

  @_noLocks static func != (left: PartProgram, right: PartProgram) -> Bool { !(left == right) }
}
