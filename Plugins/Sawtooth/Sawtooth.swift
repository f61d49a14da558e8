import SawtoothKernel
import TenutoExtension

/// The extension's process; `SawtoothKernel` renders the sound.
@main
enum Sawtooth {
  static func main() { ExtensionMain.run(SawtoothKernel.self) }
}
