import CompressorKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `CompressorKernel`.
@main
enum Compressor {
  static func main() { ExtensionMain.run(CompressorKernel.self) }
}
