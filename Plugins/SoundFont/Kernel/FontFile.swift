internal import Glibc
import TenutoExtension

/// A preset of a font.
struct FontPreset: Equatable {
  /// 0...16383; 128 are the drums.
  let bank: Int
  /// 0...127.
  let program: Int
  /// As the font says it, printable.
  let name: String

  /// A number that is another one for each bank and program.
  var number: Int32 { Int32(bank * 128 + program) }
}

/// Why a file is no font that can be played.
struct FontError: Error, Equatable {
  /// One sentence without its full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A SoundFont (SF2, SF3) or a DLS file, opened to be read.
///
/// What its outline says is checked before FluidSynth sees the file.
///
/// Thread: control.
@safe final class FontFile {
  let path: String
  /// The open file; the object owns it.
  let descriptor: CInt
  let presets: [FontPreset]
  /// Whether FluidSynth reads it itself; another library reads what is not, by its path.
  let isSoundFont: Bool

  /// Opens the file at `path`.
  ///
  /// - Throws: What is wrong with it.
  convenience init(path: String) throws(FontError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw FontError("the font '\(path.printable)' cannot be read: \(reason)")
    }
    try self.init(path: path, owning: descriptor)
  }

  /// Takes an open file, which it closes.
  ///
  /// - Throws: What is wrong with it.
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

  /// What the host has found out, if it has handed over the file.
  private let knownDigest: String?

  /// SHA-256 of its content, in hexadecimal digits.
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
