internal import CPNG
public import TenutoSystem

extension Picture {
  /// The picture as a PNG file.
  ///
  /// - Throws: `outOfResources` when memory runs out.
  public func png() throws(HostError) -> [UInt8] {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    defer { unsafe png_image_free(&image) }
    // The maximum size of the compressed pixels, so that compressing once is enough.
    var size = bytes.count + bytes.count / 1000 + height + 4096
    var file = [UInt8](repeating: 0, count: size)
    guard unsafe png_image_write_to_memory(&image, &file, &size, 0, bytes, 0, nil) != 0 else {
      throw HostError(.outOfResources, "There is no memory for a picture; choose a smaller one.")
    }
    return Array(file[..<size])
  }

  /// Writes the picture as a PNG file, atomically.
  ///
  /// - Throws: `fileWriteFailed`, `fileNotFound` or `permissionDenied`.
  public func write(to path: String) throws(HostError) {
    try PictureFile.write(try png(), to: path)
  }
}
