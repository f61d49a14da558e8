import DelayKernel
import TenutoExtension

/// The extension's process; `DelayKernel` renders the sound.
@main
enum Delay {
  static func main() { ExtensionMain.run(DelayKernel.self) }
}
