internal import Glibc
import TenutoExtension

/// A preset of a font.
struct FontPreset: Equatable {
  /// The bank, 0...16383; 128 has the drums.
  let bank: Int
  /// The program, 0...127.
  let program: Int
  /// The printable name from the font.
  let name: String

  /// A unique number for each bank and program.
  var number: Int32 { Int32(bank * 128 + program) }
}

/// The reason why a file is not a playable font.
struct FontError: Error, Equatable {
  /// The reason as a sentence without its full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A SoundFont (SF2, SF3) or a DLS file, open for reading.
///
/// The outline is checked before FluidSynth sees the file.
///
/// Thread: control.
@safe final class FontFile {
  let path: String
  /// The descriptor of the open file, which the object owns.
  let descriptor: CInt
  let presets: [FontPreset]
  /// Whether FluidSynth reads the file itself; otherwise another library reads it by its path.
  let isSoundFont: Bool

  /// Opens the file at `path`.
  ///
  /// - Throws: The defect of the file.
  convenience init(path: String) throws(FontError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw FontError("the font '\(path.printable)' cannot be read: \(reason)")
    }
    try self.init(path: path, owning: descriptor)
  }

  /// Creates a font from an open file and closes the file at the end.
  ///
  /// - Throws: The defect of the file.
  init(path: String, owning descriptor: CInt, digest: String? = nil) throws(FontError) {
    self.path = path
    knownDigest = digest
    self.descriptor = descriptor
    do throws(FontError) {
      let outline = try FontOutline(descriptor)
      presets = outline.presets
      isSoundFont = outline.isSoundFont
    } catch {
      _ = close(descriptor)
      throw FontError("'\(path.printable)' cannot be played: \(error.reason)")
    }
  }

  deinit { _ = close(descriptor) }

  /// The digest from the host, if the host passed the file.
  private let knownDigest: String?

  /// The SHA-256 of the content in hexadecimal digits.
  lazy var digest: String = {
    if let knownDigest { return knownDigest }
    var hash = SHA256()
    var offset = 0
    while case let bytes = FontOutline.read(descriptor, at: offset, count: 1 << 18), !bytes.isEmpty
    {
      hash.update(bytes)
      offset += bytes.count
    }
    return hash.finished()
  }()
}
