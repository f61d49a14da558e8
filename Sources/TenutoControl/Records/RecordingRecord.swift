/// How a recording fares.
package struct RecordingRecord: Codable, Sendable, Equatable {
  /// The node that records; nil for what is recorded of all that is heard.
  package var node: String?
  /// Its files, in the order of the sound: more than one where a disk was full in between.
  package var files: [RecordedFileRecord]
  /// Frames in all of them.
  package var frames: Int
  /// Frames that are in none: no disk had room for them, or it was too slow.
  package var lostFrames: Int
  /// How often a file could not be written on.
  package var interruptions: Int
  /// Why nothing is written now, in a sentence; nil while all is well.
  package var problem: String?

  /// States how it fares.
  package init(
    node: String?, files: [RecordedFileRecord], frames: Int, lostFrames: Int, interruptions: Int,
    problem: String?
  ) {
    self.node = node
    self.files = files
    self.frames = frames
    self.lostFrames = lostFrames
    self.interruptions = interruptions
    self.problem = problem
  }
}

/// A file of a recording.
package struct RecordedFileRecord: Codable, Sendable, Equatable {
  /// Where it is; one that is recorded ends in `.part`.
  package var path: String
  /// Frames in it, up to the last second.
  package var frames: Int

  /// States a file.
  package init(path: String, frames: Int) {
    self.path = path
    self.frames = frames
  }
}
