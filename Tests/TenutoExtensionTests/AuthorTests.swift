import TenutoExtension
import TestSupport
import Testing

struct AuthorTests {
  @Test func notesHaveTheirFrequencies() {
    #expect(DSP.frequency(ofNote: 69) == 440)
    #expect(DSP.frequency(ofNote: 81) == 880)
    #expect(abs(DSP.frequency(ofNote: 60) - 261.625_565_300_6) < 1e-9)
  }

  @Test func levelsHaveTheirGains() {
    #expect(DSP.gain(decibels: 0) == 1)
    #expect(abs(DSP.gain(decibels: -20) - 0.1) < 1e-12)
    #expect(abs(DSP.gain(decibels: 6.020_599_913_279_624) - 2) < 1e-12)
  }

  @Test func aSampleBufferIsSilentAndKeepsWrittenSamples() {
    var buffer = SampleBuffer(count: 3)
    #expect((0..<3).map { buffer[$0] } == [0, 0, 0])
    buffer[2] = 0.5
    #expect(buffer[2] == 0.5)
    #expect(buffer.count == 3)
  }

  @Test func anIndexOutOfASampleBufferTraps() async {
    await #expect(processExitsWith: .failure) {
      let buffer = SampleBuffer(count: 3)
      _ = buffer[3]
    }
  }

  @Test func anExecutableStartedByHandExplainsItself() throws {
    let result = try Program.run(Built.path("Sine"))
    #expect(result.status == 2)
    #expect(result.output.contains("Sine (aumu sine Tnto)"))
    #expect(result.output.contains("tenuto install"))
  }
}
