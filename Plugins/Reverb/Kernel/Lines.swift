import TenutoExtension

extension SIMD16<Float> {
  /// Mixes all lines into all, with equal parts and without loss.
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
    total(x * x) == 0  // What is not 0 is at least 1e-8, whose square is no subnormal.
  }

  /// The products of `x` with two rows, summed.
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
  /// How the delays sum up to the left side.
  static var leftSigns: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, 1, -1, -1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1, -1, -1)
    }
  }

  /// How the delays sum up to the right side: at a right angle to the left.
  static var rightSigns: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, -1, 1, -1, -1, 1, 1, -1, 1, -1, -1, 1, 1, -1, -1, 1)
    }
  }

  /// Where the left side goes in.
  static var leftInputs: Lines {
    @inline(__always) @_noLocks get {
      Lines(1, 0, -1, 0, 1, 0, 1, 0, -1, 0, 1, 0, -1, 0, -1, 0) * 0.25
    }
  }

  /// Where the right side goes in.
  static var rightInputs: Lines {
    @inline(__always) @_noLocks get {
      Lines(0, 1, 0, 1, 0, -1, 0, 1, 0, 1, 0, -1, 0, -1, 0, -1) * 0.25
    }
  }
}
