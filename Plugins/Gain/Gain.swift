import GainKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `GainKernel`.
@main
enum Gain {
  static func main() { ExtensionMain.run(GainKernel.self) }
}
