import TenutoCore
import TestSupport
import Testing

@testable import TenutoExtension

/// The values of a `ParameterRamp` by frames and by pieces.
struct ParameterRampTests {
  @Test func aSetValueStopsTheRamp() {
    var ramp = ParameterRamp(3)
    ramp.ramp(to: 5, frameCount: 10)
    ramp.advance(by: 4)
    ramp.set(-2)
    #expect(!ramp.isMoving)
    #expect(ramp.remainingFrameCount == 0)
    #expect([ramp.target, ramp.value, ramp.value(ahead: 9), ramp.next()] == [-2, -2, -2, -2])
  }

  @Test func aLineOfNoLengthIsThereAtOnce() {
    for frameCount in [0, -1, .min] {
      var ramp = ParameterRamp(1)
      ramp.ramp(to: 7, frameCount: frameCount)
      #expect(ramp.value == 7)
      #expect(!ramp.isMoving)
      ramp.ramp(from: 2, to: 8, frameCount: frameCount)
      #expect(ramp.value == 8)
      #expect(!ramp.isMoving)
    }
  }

  @Test(arguments: [1, 2, 3, 64, 1000, 48000]) func valuesLieOnTheLine(frameCount: Int) {
    var ramp = ParameterRamp(100)
    ramp.ramp(from: -1, to: 3, frameCount: frameCount)
    #expect(ramp.target == 3)
    for frame in 0...frameCount + 10 {
      let exact = -1 + 4 * Double(min(frame, frameCount)) / Double(frameCount)
      #expect(abs(Double(ramp.value(ahead: frame)) - exact) < 1e-6)
      #expect(frame < frameCount || ramp.value(ahead: frame) == 3)
    }
  }

  @Test func framesAndPiecesGiveTheSameBits() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<50 {
      var single = ParameterRamp(Float.random(in: -9...9, using: &random))
      let frameCount = Int.random(in: 1...700, using: &random)
      single.ramp(to: Float.random(in: -9...9, using: &random), frameCount: frameCount)
      var pieces = single
      var frame = 0
      while frame < 800 {
        let length = Int.random(in: 1...64, using: &random)
        #expect(pieces.remainingFrameCount == max(0, frameCount - frame))
        for ahead in 0..<length {
          #expect(pieces.isMoving || !single.isMoving)
          #expect(pieces.value(ahead: ahead).bitPattern == single.next().bitPattern)
        }
        pieces.advance(by: length)
        #expect(pieces.value == single.value)
        frame += length
      }
      #expect(!pieces.isMoving && !single.isMoving)
    }
  }

  @Test func aNewLineStartsAtTheOldValue() {
    var ramp = ParameterRamp(0)
    ramp.ramp(to: 8, frameCount: 8)
    ramp.advance(by: 4)
    ramp.ramp(to: 0, frameCount: 2)
    #expect([ramp.next(), ramp.next(), ramp.next()] == [4, 2, 0])
  }
}
