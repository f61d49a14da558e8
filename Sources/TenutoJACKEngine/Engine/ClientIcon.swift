/// The icon of the engine's clients in other programs: a note with its tenuto line.
enum ClientIcon {
  /// The name of an icon in the desktop's theme.
  static let name = "tenuto"
  /// The type of the picture's data.
  static let type = "image/png;base64"
  /// A PNG file of 32 by 32 points, in base64.
  static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQMAAABJtOi3AAAABlBMVEX///8eWqDV+EsyAAAAAnRSTlMA/1uR"
    + "IrUAAAA2SURBVHjaY2BABwZkEfwbgIT9ByDxH0gwgghmEMEOIR6AiAMgogEo8Q+k6weKrez/fyATcAAAgM0Y"
    + "63TSseUAAAAASUVORK5CYII="
}
