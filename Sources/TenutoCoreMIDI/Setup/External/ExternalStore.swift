internal import TenutoJACK

/// The external devices known to this process, and the file shared by all programs of a user.
struct ExternalStore: Sendable {
  /// The reason why the file cannot be used.
  private enum Fault: Sendable {
    /// It is malformed or too long: it is moved aside before the next write.
    case broken
    /// It cannot be read, or a later version has written it: it stays unchanged.
    case foreign
  }

  /// The path of the user's file; nil without a home folder.
  static var path: String? { StateFile.usualPath(of: "midi-devices") }

  /// Devices of this process that are not in the setup yet.
  private(set) var drafts = ExternalTree()
  /// The content of the file.
  private(set) var setup = ExternalSetup()
  /// The content that clients have been notified of.
  private(set) var notified = ExternalSetup()
  private var file = StateFile(path: nil)
  private var fault: Fault?

  /// Reads the changes of other programs from the file.
  ///
  /// The content of the first read needs no notifications.
  mutating func refresh(path: String?) {
    let isFirst = path != file.path
    if isFirst { file = StateFile(path: path) }
    load()
    if isFirst { notified = setup }
  }

  /// Notes that clients have been notified of everything.
  mutating func markNotified() { notified = setup }

  private mutating func load() {
    switch file.poll(limit: ExternalSetup.byteLimit + 1) {
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

  /// Returns the objects of a type within another object.
  func children(of parent: MIDIUniqueID, _ type: MIDIObjectType) -> [ExternalObject] {
    (drafts[parent] == nil ? setup.tree : drafts).children(of: parent, type)
  }
}

// MARK: - Changes

extension ExternalStore {
  /// Changes the devices outside or inside the setup, depending on the object.
  mutating func edit(
    _ id: MIDIUniqueID, _ body: (inout ExternalTree) -> OSStatus
  ) -> OSStatus {
    guard drafts[id] != nil else {
      return change { $0.tree[id] == nil ? kMIDIObjectNotFound : body(&$0.tree) }
    }
    return editDrafts(body)
  }

  /// Changes the devices outside the setup; a failure leaves them unchanged.
  mutating func editDrafts(_ body: (inout ExternalTree) -> OSStatus) -> OSStatus {
    var new = drafts
    let status = body(&new)
    if status == noErr { drafts = new }
    return status
  }

  /// Changes the id of an object, without a notification of a new object.
  mutating func renumber(_ id: MIDIUniqueID, to new: MIDIUniqueID) -> OSStatus {
    let status = edit(id) { $0.renumber(id, to: new) ? noErr : kMIDIIDNotUnique }
    if status == noErr { _ = notified.tree.renumber(id, to: new) }
    return status
  }

  /// Changes the setup together with the changes of other programs; a failure leaves it unchanged.
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
