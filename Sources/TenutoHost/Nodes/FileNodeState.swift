internal import Logging
internal import Synchronization

/// How a node with a sound file fares.
public struct FileNodeState: Sendable, Equatable {
  /// Why the file is not read or written on; nil while all is well.
  public var error: HostError?
  /// Frames that the disk was too slow for: silent where they were to be heard, missing where they
  /// were to be written.
  public var lostFrames = 0
  /// The files of a recording that is kept whatever happens; nil for others.
  public var recording: RecordingState?
}

extension PreparedGraph {
  /// How the nodes with sound files fare.
  ///
  /// Thread: any but render.
  public func fileStates() -> [Graph.NodeID: FileNodeState] {
    state.withLock { state in
      state.places.compactMapValues { place in
        if let take = place.equipment?.take { return take.state }
        return place.equipment?.feed.map {
          FileNodeState(error: $0.error, lostFrames: $0.ring.missedFrames)
        }
      }
    }
  }
}

extension FileTake {
  /// Finishes the file, for one who has nobody to tell: what fails is logged.
  ///
  /// Thread: control. Once.
  func finishAtLast() {
    do throws(HostError) {
      try finish()
    } catch {
      Logger(label: "tenuto.files").error("\(error.message)")
    }
  }
}
