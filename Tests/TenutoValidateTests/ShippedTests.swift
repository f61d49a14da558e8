import TestSupport
import Testing

/// Tenuto's own extensions pass its checks.
@Suite(.serialized) struct ShippedTests {
  static let names = [
    "Sine", "Sawtooth", "Sampler", "Noise", "Arpeggiator", "Delay", "Reverb", "Filter",
    "Compressor", "Gain", "CKernel", "CxxSawtooth",
  ]

  @Test(arguments: names)
  func passesTheStrictestLevel(_ name: String) throws {
    let arguments = ["validate", Built.path(name), "--level", "8"]
    let first = try Program.run(Built.path("tenuto"), arguments)
    guard first.status != 0 else { return }
    // A stalled machine may exceed a time limit once; a fault is found again.
    let second = try Program.run(Built.path("tenuto"), arguments)
    #expect(second.status == 0, "\(first.output)\n\(second.output)")
  }
}
