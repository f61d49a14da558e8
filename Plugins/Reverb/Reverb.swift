import ReverbKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `ReverbKernel`.
@main
enum Reverb {
  static func main() { ExtensionMain.run(ReverbKernel.self) }
}
