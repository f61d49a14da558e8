import Foundation
import Testing

@testable import TenutoALSA

/// What a machine without a sequencer is told.
@Suite struct ALSAErrorTests {
  @Test func aMissingDeviceIsNamedWithItsRemedy() {
    #expect(
      ALSAError(code: ENOENT).description
        == "The ALSA sequencer cannot be used: /dev/snd/seq is missing (run 'sudo modprobe snd-seq')."
    )
    #expect(ALSAError(code: EACCES).command == "sudo usermod -aG audio $USER")
    #expect(ALSAError(code: EBUSY).command == nil)
    #expect(ALSAError(code: EBUSY).reason == "Device or resource busy")
  }

  /// Machines of tests have no sequencer; `make test-machine` boots one that has.
  @Test func aClientIsMadeExactlyWhereThereIsADevice() {
    let isThere = FileManager.default.isWritableFile(atPath: "/dev/snd/seq")
    do throws(ALSAError) {
      let client = try ALSAClient(name: "tenuto-test")
      #expect(isThere && client.number >= 128)
      client.stop()
    } catch {
      #expect(!isThere && error.command != nil, "\(error)")
    }
  }
}
