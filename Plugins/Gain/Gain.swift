import GainKernel
import TenutoExtension

/// The extension's process; `GainKernel` renders the sound.
@main
enum Gain {
  static func main() { ExtensionMain.run(GainKernel.self) }
}
