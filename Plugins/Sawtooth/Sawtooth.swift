import SawtoothKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `SawtoothKernel`.
@main
enum Sawtooth {
  static func main() { ExtensionMain.run(SawtoothKernel.self) }
}
