import NoiseKernel
import TenutoExtension

/// The extension's process; `NoiseKernel` renders the sound.
@main
enum Noise {
  static func main() { ExtensionMain.run(NoiseKernel.self) }
}
