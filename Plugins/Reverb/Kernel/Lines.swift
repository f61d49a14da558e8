import TenutoExtension

extension SIMD16<Float> {
  /// Mixes each line into all lines with equal gain and without loss.
  @inline(__always) @_noLocks static func hadamard(_ x: SIMD16<Float>) -> SIMD16<Float> {
    let low = butterfly(x.lowHalf + x.highHalf)
    let high = butterfly(x.lowHalf - x.highHalf)
    return SIMD16(lowHalf: low, highHalf: high) * 0.25
  }

  @inline(__always) @_noLocks private static func butterfly(_ x: SIMD8<Float>) -> SIMD8<Float> {
    SIMD8(lowHalf: butterfly(x.lowHalf + x.highHalf), highHalf: butterfly(x.lowHalf - x.highHalf))
  }

  @inline(__always) @_noLocks private static func butterfly(_ x: SIMD4<Float>) -> SIMD4<Float> {
    let sum = x.lowHalf + x.highHalf
    let difference = x.lowHalf - x.highHalf
    return SIMD4(
      sum.x + sum.y, sum.x - sum.y, difference.x + difference.y, difference.x - difference.y)
  }

  /// Whether all lines are 0.
  @inline(__always) @_noLocks static func isZero(_ x: SIMD16<Float>) -> Bool {
    total(x * x) == 0  // Non-zero values are at least 1e-8; their squares are normal numbers.
  }

  /// The sums of the products of `x` with two rows.
  @inline(__always) @_noLocks static func dot(
    _ x: SIMD16<Float>, _ first: SIMD16<Float>, _ second: SIMD16<Float>
  ) -> SIMD2<Float> {
    SIMD2(total(x * first), total(x * second))
  }

  @inline(__always) @_noLocks private static func total(_ x: SIMD16<Float>) -> Float {
    let eight = x.lowHalf + x.highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}

extension DelayNetwork {
  /// The gains of the delays in the left output.
  static var leftSigns: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, 1, -1, -1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1, -1, -1)
    }
  }

  /// The gains of the delays in the right output, orthogonal to the left.
  static var rightSigns: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, -1, 1, -1, -1, 1, 1, -1, 1, -1, -1, 1, 1, -1, -1, 1)
    }
  }

  /// The gains of the left input in the delays.
  static var leftInputs: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, 0, -1, 0, 1, 0, 1, 0, -1, 0, 1, 0, -1, 0, -1, 0) * 0.25
    }
  }

  /// The gains of the right input in the delays.
  static var rightInputs: Lines {
    @inline(__always) @_noLocks get {
      Lines(0, 1, 0, 1, 0, -1, 0, 1, 0, 1, 0, -1, 0, -1, 0, -1) * 0.25
    }
  }
}
