import ArpeggiatorKernel
import TenutoExtension

/// The extension's process; `ArpeggiatorKernel` does the work.
@main
enum Arpeggiator {
  static func main() { ExtensionMain.run(ArpeggiatorKernel.self) }
}
