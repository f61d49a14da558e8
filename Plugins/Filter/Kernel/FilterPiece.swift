import TenutoExtension

/// The coefficients of the frames of a piece; only the first is used if none change.
struct FilterPiece: BitwiseCopyable {
  var coefficients: InlineArray<64, Coefficients>
  var mix = InlineArray<64, Double>(repeating: 1)
  /// Whether the first frame's coefficients are those of a kernel at rest.
  var isValid = false

  init() {
    let none = Coefficients(.lowPass, angle: 0.1, resonance: 1, gain: 0)
    coefficients = InlineArray(repeating: none)
  }
}
