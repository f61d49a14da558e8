/// Perceptually uniform color maps, also distinguishable in print.
public enum ColorMap: Sendable, Hashable, CaseIterable {
  /// From black through purple and orange to a light yellow.
  case magma
  /// From dark blue through green to yellow.
  case viridis

  /// Ten equidistant colors, as published with matplotlib.
  ///
  /// Made by Stéfan van der Walt, Nathaniel Smith and Eric Firing, in the public domain (CC0).
  private var stops: [Color] {
    switch self {
    case .magma:
      [
        0x000004, 0x180F3D, 0x440F76, 0x721F81, 0x9E2F7F, 0xCD4071, 0xF1605D, 0xFD9668, 0xFECA8D,
        0xFCFDBF,
      ].map(Color.init(_:))
    case .viridis:
      [
        0x440154, 0x482878, 0x3E4989, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6ECE58, 0xB5DE2B,
        0xFDE725,
      ].map(Color.init(_:))
    }
  }

  /// 256 colors from the lowest to the highest value.
  public var table: [Color] {
    let stops = stops
    return (0..<256).map { index in
      let place = Float(index) / 255 * Float(stops.count - 1)
      let stop = min(Int(place), stops.count - 2)
      return stops[stop].mixed(with: stops[stop + 1], place - Float(stop))
    }
  }
}
