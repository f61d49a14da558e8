internal import TenutoSystem

/// The steps of a save, in an order that may be interrupted anywhere.
///
/// First come the states, under unused names. Then the text is replaced atomically. Finally, unused
/// files are removed.
struct SavePlan {
  /// One system call.
  enum Step: Equatable {
    case makeFolder(String)
    /// Writes a new file, complete on the disk afterwards.
    case write(String, [UInt8])
    case rename(String, to: String)
    /// Adds a second name, replacing any other file with that name.
    case link(String, to: String)
    /// Flushes the names in a folder to the disk.
    case synchronize(String)
    /// Removes a file; a failure does not matter.
    case remove(String)
  }

  private(set) var steps: [Step] = []
  private let path: String
  private let folder: String
  private let isBackedUp: Bool

  init(path: String, isBackedUp: Bool) {
    self.path = path
    self.isBackedUp = isBackedUp
    folder = FileCalls.parent(of: path)
  }

  mutating func addStates(_ content: SessionContent, folder name: String) {
    let states = "\(folder)/\(name)"
    guard !content.states.isEmpty else { return }
    if !DiskCall.exists(states) { steps += [.makeFolder(states), .synchronize(folder)] }
    for (path, bytes) in content.states.sorted(by: { $0.key < $1.key }) {
      write(bytes, at: "\(folder)/\(path)")
    }
    steps.append(.synchronize(states))
  }

  mutating func addText(_ text: String) {
    if isBackedUp { steps.append(.link(path, to: path + "~")) }
    write(Array(text.utf8), at: path)
    steps.append(.synchronize(folder))
  }

  private mutating func write(_ bytes: [UInt8], at path: String) {
    let temporary = path + Self.temporaryEnding
    steps += [.write(temporary, bytes), .rename(temporary, to: path)]
  }

  private static let temporaryEnding = ".part"

  /// The saver has the lock, so incomplete files were left by a killed process.
  mutating func addCleaning(_ used: Set<String>, folder name: String) {
    let states = "\(folder)/\(name)"
    for file in (try? FileCalls.names(in: states)) ?? [] {
      let isLeft =
        file.hasSuffix(Self.temporaryEnding)
        && StateFolder.isOurs(String(file.dropLast(Self.temporaryEnding.count)))
      let isUnused = StateFolder.isOurs(file) && !used.contains("\(name)/\(file)")
      if isLeft || isUnused { steps.append(.remove("\(states)/\(file)")) }
    }
  }

  /// Performs the steps until one fails.
  func perform() throws(DiskFault) {
    for step in steps { try DiskCall.perform(step) }
  }
}
