import Foundation
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoSupervision

/// What must hold in every row of the matrix, whatever an extension has done.
enum Oracle {
  /// The loudest sample that leaves the host.
  static let ceiling: Float = 15.848_932

  /// The other nodes' output without a fault.
  static let reference: [[Float]] = {
    guard let scene = try? Scene() else { return [] }
    defer { scene.end() }
    scene.render(cycleCount)
    return scene.bystanders
  }()

  /// Cycles that the reference has, and so the most that a row may have.
  static let cycleCount = 3000

  /// Judges a scene that has played, at the place of the caller: the others' sound is the same to
  /// the last bit, they have missed nothing, and nothing unheard-of has come out.
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

  /// What the process has before and after.
  struct Holdings {
    let descriptors = ProcessTable.openDescriptorCount
    let threads = ProcessTable.threadCount
    let mappings = ProcessTable.sharedMappingCount
    let children = Set(ProcessTable.children)
  }

  /// Runs `body`, and has nothing left of it: no descriptor, thread, mapping, process or name.
  static func leavesNothing(
    _ location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) rethrows {
    _ = reference
    _ = Expected.all
    // Threads that the process keeps once they have begun.
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
