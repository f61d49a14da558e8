internal import TenutoJACK

/// The external devices that this process knows of, and the file that all programs of a user share.
struct ExternalStore: Sendable {
  /// Why the file cannot be taken for the setup.
  private enum Fault: Sendable {
    /// It is broken, or too long: it is kept aside when there is something to write.
    case broken
    /// It cannot be read, or is a later version's: it stays as it is.
    case foreign
  }

  /// Where the file of the user is, nil for one without a home.
  static var path: String? { StateFile.usualPath(of: "midi-devices") }

  /// Devices that were created and are not in the setup, of this process alone.
  private(set) var drafts = ExternalTree()
  /// What the file has.
  private(set) var setup = ExternalSetup()
  /// What clients have been told of.
  private(set) var told = ExternalSetup()
  private var file = StateFile(path: nil)
  private var fault: Fault?

  /// Takes over what other programs have written to a file.
  ///
  /// Nobody need be told of what is in a file that was not looked at before.
  mutating func refresh(path: String?) {
    let isFirst = path != file.path
    if isFirst { file = StateFile(path: path) }
    load()
    if isFirst { told = setup }
  }

  /// Notes that clients are told of all that there is.
  mutating func markTold() { told = setup }

  private mutating func load() {
    switch file.look(limit: ExternalSetup.byteLimit + 1) {
    case .same: break
    case .missing: take(ExternalSetup(), fault: nil)
    case .unreadable: take(ExternalSetup(), fault: .foreign)
    case .bytes(let bytes):
      if let new = ExternalSetup(file: bytes) { return take(new, fault: nil) }
      take(ExternalSetup(), fault: ExternalSetup.isForeign(bytes) ? .foreign : .broken)
    }
  }

  private mutating func take(_ setup: ExternalSetup, fault: Fault?) {
    self.fault = fault
    self.setup = setup
  }
}

// MARK: - Objects

extension ExternalStore {
  subscript(id: MIDIUniqueID) -> ExternalObject? { setup.tree[id] ?? drafts[id] }

  /// The objects of a type that are in another.
  func children(of parent: MIDIUniqueID, _ type: MIDIObjectType) -> [ExternalObject] {
    (drafts[parent] == nil ? setup.tree : drafts).children(of: parent, type)
  }
}

// MARK: - Changes

extension ExternalStore {
  /// Changes the devices outside the setup, or those in it, as far as an object is there.
  mutating func edit(
    _ id: MIDIUniqueID, _ body: (inout ExternalTree) -> OSStatus
  ) -> OSStatus {
    guard drafts[id] != nil else {
      return change { $0.tree[id] == nil ? kMIDIObjectNotFound : body(&$0.tree) }
    }
    return editDrafts(body)
  }

  /// Changes the devices outside the setup; what fails leaves them as they were.
  mutating func editDrafts(_ body: (inout ExternalTree) -> OSStatus) -> OSStatus {
    var new = drafts
    let status = body(&new)
    if status == noErr { drafts = new }
    return status
  }

  /// Gives an object another id, of which clients are not told as of an object that comes.
  mutating func renumber(_ id: MIDIUniqueID, to new: MIDIUniqueID) -> OSStatus {
    let status = edit(id) { $0.renumber(id, to: new) ? noErr : kMIDIIDNotUnique }
    if status == noErr { _ = told.tree.renumber(id, to: new) }
    return status
  }

  /// Changes the setup, beside what other programs do; what fails leaves it as it was.
  mutating func change(_ body: (inout ExternalSetup) -> OSStatus) -> OSStatus {
    guard let path = file.path else { return kMIDINoCurrentSetup }
    let status = StateFile.withLock(at: path) {
      load()
      var new = setup
      let status = body(&new)
      guard status == noErr, new != setup else { return status }
      return write(new, to: path)
    }
    return status ?? kMIDINoCurrentSetup
  }

  private mutating func write(_ new: ExternalSetup, to path: String) -> OSStatus {
    let text = new.text
    guard text.utf8.count <= ExternalSetup.byteLimit else { return paramErr }
    guard fault == nil || fault == .broken && StateFile.keepAside(at: path) else {
      return kMIDISetupFormatErr
    }
    guard StateFile.replace(at: path, with: text) else { return kMIDINoCurrentSetup }
    load()
    return noErr
  }
}
