import DelayKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `DelayKernel`.
@main
enum Delay {
  static func main() { ExtensionMain.run(DelayKernel.self) }
}
