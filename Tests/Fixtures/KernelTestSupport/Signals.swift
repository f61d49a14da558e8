import TenutoExtension

/// Returns a repeatable random number for an index, 0..<65536.
public func noise(_ index: Int) -> Int {
  var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
  bits ^= bits >> 29
  bits = bits &* 0xBF58_476D_1CE4_E5B9
  return Int(bits >> 48)
}

/// Returns repeatable noise of full scale.
public func noiseSample(_ index: Int) -> Float { Float(noise(index)) / 32768 - 1 }

/// Returns a sine at a frame.
public func sine(_ frequency: Double, _ frame: Int, sampleRate: Double = 48000) -> Float {
  Float(DSP.sin(2 * .pi * frequency * Double(frame) / sampleRate))
}

/// Returns a linear gain in dB.
public func decibels(_ gain: Double) -> Double { 6.020_599_913 * DSP.log2(gain) }
