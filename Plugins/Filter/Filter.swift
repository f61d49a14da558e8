import FilterKernel
import TenutoExtension

/// The extension's process; `FilterKernel` renders the sound.
@main
enum Filter {
  static func main() { ExtensionMain.run(FilterKernel.self) }
}
