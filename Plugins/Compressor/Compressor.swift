import CompressorKernel
import TenutoExtension

/// The extension's process; `CompressorKernel` renders the sound.
@main
enum Compressor {
  static func main() { ExtensionMain.run(CompressorKernel.self) }
}
