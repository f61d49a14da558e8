/// The state of a recording.
package struct RecordingRecord: Codable, Sendable, Equatable {
  /// The node that records; nil for the recording of the whole output.
  package var node: String?
  /// Its files, in order; more than one if the disk was full in between.
  package var files: [RecordedFileRecord]
  /// Frames in all of them.
  package var frames: Int
  /// Frames that are in no file, because the disk was full or too slow.
  package var lostFrames: Int
  /// Number of failures to write a file.
  package var interruptions: Int
  /// The reason why writing currently fails, in a sentence; nil while it works.
  package var problem: String?

  /// Creates a record of the state.
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
  /// The path; it ends in `.part` while the file is being recorded.
  package var path: String
  /// Its length in frames, up to the last second.
  package var frames: Int

  /// Creates a record of a file.
  package init(path: String, frames: Int) {
    self.path = path
    self.frames = frames
  }
}
