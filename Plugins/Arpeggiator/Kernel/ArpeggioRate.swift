import TenutoExtension

/// The note values that a step may have.
enum ArpeggioRate {
  /// Names by the parameter's value: straight, triplet, dotted, from whole notes down.
  static let names = ["1/1", "1/2", "1/4", "1/8", "1/16", "1/32"].flatMap {
    [$0, $0 + " triplet", $0 + " dotted"]
  }

  /// The parameter's value of a straight sixteenth.
  static let sixteenth = 12

  /// Returns the length of a step in quarter notes.
  @_noLocks static func beats(_ index: Int) -> Double {
    let straight = 4 / Double(1 << (index / 3))
    switch index % 3 {
    case 1: return straight * 2 / 3
    case 2: return straight * 3 / 2
    default: return straight
    }
  }
}
