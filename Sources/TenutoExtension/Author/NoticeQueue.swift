internal import TenutoCore
internal import TenutoTransport

/// A unit's notices to its host; sending never blocks.
///
/// If the host is too slow, the newest notice of each kind and parameter is kept; streams are
/// dropped.
///
/// Thread: control.
final class NoticeQueue {
  private let sender: NoticeSender
  private var waiting: [Notice] = []

  init(_ sender: NoticeSender) { self.sender = sender }

  /// Whether notices are waiting for room.
  var isEmpty: Bool { waiting.isEmpty }

  /// Sends `notice` now, or queues it.
  func send(_ notice: Notice) {
    flush()
    if waiting.isEmpty && sender.send(notice) { return }
    if case .stream = notice { return }
    waiting.removeAll { $0.isReplaced(by: notice) }
    waiting.append(notice)
  }

  /// Sends queued notices, as far as the host has room.
  func flush() {
    var count = 0
    while count < waiting.count, sender.send(waiting[count]) { count += 1 }
    waiting.removeFirst(count)
  }

  /// Discards queued notices: their instance has ended.
  func removeAll() { waiting.removeAll() }
}

extension Notice {
  /// Whether `newer` makes this notice obsolete.
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
