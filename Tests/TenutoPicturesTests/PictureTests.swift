import CPNG
import Foundation
import TenutoSystem
import Testing

@testable import TenutoPictures

@Suite struct PictureTests {
  /// The pixels of a PNG file, as read by libpng.
  private static func read(_ file: [UInt8]) throws -> (width: Int, height: Int, bytes: [UInt8]) {
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    #expect(unsafe png_image_begin_read_from_memory(&image, file, file.count) != 0)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    let (width, height) = unsafe (Int(image.width), Int(image.height))
    var bytes = [UInt8](repeating: 7, count: width * height * 4)
    #expect(unsafe png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    return (width, height, bytes)
  }

  @Test(arguments: [(1, 1), (3, 1), (1, 500), (257, 63)])
  func writtenFilesAreRead(width: Int, height: Int) throws {
    var picture = try Picture(width: width, height: height, color: Color(1, 2, 3))
    var number: UInt32 = 12345
    for y in 0..<height {
      for x in 0..<width {
        number = number &* 1_664_525 &+ 1_013_904_223
        picture[x, y] = Color(number >> 8)
      }
    }
    let path = NSTemporaryDirectory() + "tenuto-picture-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try picture.write(to: path)
    let file = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let read = try Self.read(file)
    #expect(read.width == width && read.height == height)
    #expect(read.bytes == picture.bytes)
    #expect(read.bytes.count == width * height * 4)
  }

  @Test func impossibleSizesAreRefused() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (16385, 1), (16384, 16384)] {
      #expect(throws: HostError.self) { try Picture(width: width, height: height) }
    }
  }

  @Test func drawingOutsideChangesNothing() throws {
    var picture = try Picture(width: 4, height: 4)
    let before = picture
    picture.fill(x: -9, y: -9, width: 5, height: 5, .ink)
    picture.fill(x: 4, y: 0, width: 5, height: 5, .ink)
    picture.fill(x: 1, y: 1, width: -3, height: 2, .ink)
    picture[9, 0] = .ink
    picture.draw("88", x: 100, y: -50)
    #expect(picture == before)
    picture.fill(x: -1, y: -1, width: 100, height: 100, .ink)
    #expect(picture[3, 3] == .ink)
  }

  @Test func aTextIsReadable() throws {
    var picture = try Picture(width: 5, height: 7)
    picture.draw("1", x: 0, y: 0)
    let drawing = (0..<7).map { y in
      String((0..<5).map { picture[$0, y] == .ink ? "#" : "." })
    }
    #expect(drawing == ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."])
    #expect(BitmapFont.rows(of: "?") != BitmapFont.rows(of: " "))
  }

  @Test func devicesAndFoldersAreNotReplaced() throws {
    let picture = try Picture(width: 1, height: 1)
    for path in ["/dev/null", NSTemporaryDirectory(), "/nowhere/at/all.png"] {
      #expect(throws: HostError.self) { try picture.write(to: path) }
    }
  }
}

@Suite struct ColorMapTests {
  /// The perceived lightness, 0...100 (CIE L*).
  private static func lightness(_ color: Color) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let sum = 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
    let light = sum + 0.0722 * linear(color.blue)
    return light > 0.008856 ? 116 * cbrt(light) - 16 : 903.3 * light
  }

  @Test(arguments: ColorMap.allCases)
  func equalStepsLookEqual(map: ColorMap) {
    let lights = map.table.map(Self.lightness)
    #expect(lights.count == 256)
    let whole = lights[255] - lights[0]
    #expect(whole > 70)
    for index in 1..<256 { #expect(lights[index] > lights[index - 1] - 0.2) }
    // No tenth of the scale deviates by more than a third of its share.
    for start in stride(from: 0, through: 204, by: 51) {
      let share = (lights[min(start + 51, 255)] - lights[start]) / whole
      #expect(abs(share - 0.2) < 0.07)
    }
  }

  @Test func endsAreThePublishedOnes() {
    #expect(ColorMap.magma.table.first == Color(0x000004))
    #expect(ColorMap.viridis.table.last == Color(0xFDE725))
    #expect(Color(0x0A80FF).hexadecimal == "#0a80ff")
  }
}
