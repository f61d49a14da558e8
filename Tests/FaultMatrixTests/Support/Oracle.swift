import Foundation
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoSupervision

/// The invariants of every row of the matrix.
enum Oracle {
  /// The maximum sample at the host's output.
  static let ceiling: Float = 15.848_932

  /// The other nodes' output without a fault.
  static let reference: [[Float]] = {
    guard let scene = try? Scene() else { return [] }
    defer { scene.end() }
    scene.render(cycleCount)
    return scene.bystanders
  }()

  /// The number of cycles of the reference, and so the maximum for a row.
  static let cycleCount = 3000

  /// Checks a scene after it has played: the other nodes' sound is bit-identical, they have missed
  /// no cycle, and the output is valid.
  static func judge(_ scene: Scene, _ location: SourceLocation = #_sourceLocation) {
    let count = scene.cycleCount * Scene.frameCount
    #expect(scene.cycleCount <= cycleCount, sourceLocation: location)
    for (channel, samples) in scene.bystanders.enumerated() {
      let isSame = samples.elementsEqual(reference[channel].prefix(count))
      #expect(isSame, "channel \(channel) of the bystanders", sourceLocation: location)
    }
    #expect(scene.bystanderReadings.allSatisfy { $0.misses == 0 }, sourceLocation: location)
    let isSound = scene.own.allSatisfy { $0.isFinite && $0.magnitude <= ceiling }
    #expect(isSound, "what the faulty chain put out", sourceLocation: location)
  }

  /// The resources of the process before and after.
  struct Holdings {
    let descriptors = ProcessTable.openDescriptorCount
    let threads = ProcessTable.threadCount
    let mappings = ProcessTable.sharedMappingCount
    let children = Set(ProcessTable.children)
  }

  /// Runs `body`, and verifies that no descriptor, thread, mapping, process or name remains.
  static func leavesNothing(
    _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) rethrows {
    _ = reference
    _ = Expected.all
    // Threads that the process keeps once they are started.
    _ = (HangWatch.shared, DeliveryThread.shared, Housekeeper.shared)
    let before = Holdings()
    try body()
    let isClean = eventually {
      let now = Holdings()
      return now.descriptors <= before.descriptors && now.threads <= before.threads
        && now.mappings <= before.mappings && now.children.subtracting(before.children).isEmpty
    }
    let now = Holdings()
    #expect(
      isClean,
      """
      descriptors \(before.descriptors) → \(now.descriptors), threads \(before.threads) → \
      \(now.threads), mappings \(before.mappings) → \(now.mappings), new children \
      \(now.children.subtracting(before.children))
      """, sourceLocation: location)
    #expect(ProcessTable.sharedMemoryNames(of: getpid()).isEmpty, sourceLocation: location)
  }
}
