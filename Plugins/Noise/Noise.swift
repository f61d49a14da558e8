import NoiseKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `NoiseKernel`.
@main
enum Noise {
  static func main() { ExtensionMain.run(NoiseKernel.self) }
}
