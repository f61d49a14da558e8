import ReverbKernel
import TenutoExtension

/// The extension's process; `ReverbKernel` renders the sound.
@main
enum Reverb {
  static func main() { ExtensionMain.run(ReverbKernel.self) }
}
