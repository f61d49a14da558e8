internal import TenutoCore
internal import TenutoTransport

/// What the unit tells its host, without ever waiting for it.
///
/// What the host is too slow for is kept, the newest of each kind and parameter; streams are
/// dropped.
///
/// Thread: control.
final class NoticeQueue {
  private let sender: NoticeSender
  private var waiting: [Notice] = []

  init(_ sender: NoticeSender) { self.sender = sender }

  /// Whether something waits for the host to read on.
  var isEmpty: Bool { waiting.isEmpty }

  /// Sends `notice` now, or keeps it for later.
  func send(_ notice: Notice) {
    flush()
    if waiting.isEmpty && sender.send(notice) { return }
    if case .stream = notice { return }
    waiting.removeAll { $0.isReplaced(by: notice) }
    waiting.append(notice)
  }

  /// Sends what waits, as far as the host has room.
  func flush() {
    var count = 0
    while count < waiting.count, sender.send(waiting[count]) { count += 1 }
    waiting.removeFirst(count)
  }

  /// Forgets what waits: it is of an instance that is no more.
  func removeAll() { waiting.removeAll() }
}

extension Notice {
  /// Whether nobody needs this notice any more once `newer` is sent.
  fileprivate func isReplaced(by newer: Notice) -> Bool {
    switch (self, newer) {
    case (.parameter(let old), .parameter(let new)): old.address == new.address
    case (.gesture(let old, let wasTouched), .gesture(let new, let isTouched)):
      old == new && wasTouched == isTouched
    case (.stateChanged, .stateChanged), (.formatChanged, .formatChanged),
      (.latencyChanged, .latencyChanged):
      true
    default: false
    }
  }
}
