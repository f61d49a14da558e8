import ArpeggiatorKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `ArpeggiatorKernel`.
@main
enum Arpeggiator {
  static func main() { ExtensionMain.run(ArpeggiatorKernel.self) }
}
