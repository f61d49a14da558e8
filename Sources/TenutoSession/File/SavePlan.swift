internal import TenutoSystem

/// The steps of a save, in an order in which it may be interrupted anywhere.
///
/// States come first, under names that nothing refers to yet; then the text takes its place at once;
/// then what nothing refers to any more goes.
struct SavePlan {
  /// One call to the system.
  enum Step: Equatable {
    case makeFolder(String)
    /// A file of its own, whole on the disk afterwards.
    case write(String, [UInt8])
    case rename(String, to: String)
    /// A second name, in place of any other file of that name.
    case link(String, to: String)
    /// The names in a folder are on the disk afterwards.
    case synchronize(String)
    /// Whether it succeeds does not matter.
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
      place(bytes, at: "\(folder)/\(path)")
    }
    steps.append(.synchronize(states))
  }

  mutating func addText(_ text: String) {
    if isBackedUp { steps.append(.link(path, to: path + "~")) }
    place(Array(text.utf8), at: path)
    steps.append(.synchronize(folder))
  }

  private mutating func place(_ bytes: [UInt8], at path: String) {
    let temporary = path + Self.temporaryEnding
    steps += [.write(temporary, bytes), .rename(temporary, to: path)]
  }

  private static let temporaryEnding = ".part"

  /// The saver has the lock: incomplete files were left by a process that was killed.
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

  /// Does all steps, or as many as succeed.
  func perform() throws(DiskFault) {
    for step in steps { try DiskCall.perform(step) }
  }
}
