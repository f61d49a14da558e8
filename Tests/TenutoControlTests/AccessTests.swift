import Foundation
import Testing

@testable import TenutoControl

/// Access on the loopback interface, which pages of any site and other users' programs can reach.
struct AccessTests {
  private static let rule = AccessRule.loopback(port: 8080)

  private func check(_ fields: [String], _ method: String = "GET") throws(RequestError) {
    try Self.rule.check(try HTTPRequest(method, "/v1/status", fields))
  }

  @Test(arguments: [
    ["Host: localhost:8080"], ["host: LOCALHOST:8080"], ["Host: [::1]:8080"],
    ["Host: 127.0.0.1:8080", "Origin: http://127.0.0.1:8080"],
    ["Host: localhost:8080", "Origin: http://localhost:8080"],
    ["Host: 127.0.0.1:8080", "Sec-Fetch-Site: same-origin"],
    ["Host: 127.0.0.1:8080", "Sec-Fetch-Site: none"],
  ])
  func theHostsPageIsAdmitted(_ fields: [String]) {
    #expect(throws: Never.self) { try check(fields) }
  }

  @Test(arguments: [
    [], ["Host: "], ["Host: evil.example"], ["Host: localhost"], ["Host: 127.0.0.1"],
    ["Host: evil.example:8080"], ["Host: localhost.evil.com:8080"],
    ["Host: 127.0.0.1.nip.io:8080"], ["Host: localhost.:8080"], ["Host: 127.0.0.1.:8080"],
    ["Host: me@localhost:8080"], ["Host: localhost:8080@evil.example"],
    ["Host: 0.0.0.0:8080"], ["Host: 127.1:8080"], ["Host: 2130706433:8080"],
    ["Host: 0x7f.0.0.1:8080"], ["Host: 127.0.0.2:8080"], ["Host: localhost:80800"],
    ["Host: localhost:08080"], ["Host: localhost:8081"], ["Host: [::1]"], ["Host: ::1:8080"],
    ["Host: [::ffff:127.0.0.1]:8080"], ["Host: [0:0:0:0:0:0:0:1]:8080"],
    ["Host: localhost:8080", "Host: evil.example"],
    ["Host: localhost:8080", "Origin: https://localhost:8080"],
    ["Host: localhost:8080", "Origin: http://localhost:8080.evil.com"],
    ["Host: localhost:8080", "Origin: http://localhost:8080/"],
    ["Host: localhost:8080", "Origin: http://me@localhost:8080"],
    ["Host: localhost:8080", "Origin: http://evil.example"],
    ["Host: localhost:8080", "Origin: null"], ["Host: localhost:8080", "Origin: file://"],
    ["Host: localhost:8080", "Origin: http://localhost"],
    ["Host: localhost:8080", "Origin: http://localhost:8081"],
    ["Host: localhost:8080", "Origin: http://127.0.0.1:8080"],
    ["Host: localhost:8080", "Origin: http://localhost:8080", "Origin: http://evil.example"],
    ["Host: localhost:8080", "Sec-Fetch-Site: cross-site"],
    ["Host: localhost:8080", "Sec-Fetch-Site: same-site"],
  ])
  func otherNamesAndSitesAreRefused(_ fields: [String]) {
    #expect(throws: RequestError.self) { try check(fields) }
  }

  @Test(arguments: ["POST", "DELETE", "PUT"])
  func changesNameTheirOrigin(_ method: String) {
    #expect(throws: RequestError.self) { try check(["Host: localhost:8080"], method) }
    #expect(throws: Never.self) {
      try check(["Host: localhost:8080", "Origin: http://localhost:8080"], method)
    }
    #expect(throws: RequestError.self) {
      try check(["Host: localhost:8080", "Upgrade: websocket"])
    }
  }

  @Test func theUnixSocketIsItsUsersAndRoots() {
    #expect(throws: Never.self) { try AccessRule.user(0).check(try HTTPRequest("GET", "/")) }
    #expect(
      AccessRule.user(1000).admits(peerUser: 1000) && AccessRule.user(1000).admits(peerUser: 0))
    #expect(!AccessRule.user(1000).admits(peerUser: 1001))
    #expect(!AccessRule.user(1000).admits(peerUser: nil))
    #expect(Self.rule.admits(peerUser: nil) && Self.rule.admits(peerUser: geteuid()))
    #expect(!Self.rule.admits(peerUser: 4321))
  }

  @Test func theKernelsTableNamesAConnectionsUser() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 51 1
         1: 0100007F:C001 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 52 1
         2: 0100007F:C002 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 3
      """
    let own = "0100007F:1F90"
    #expect(LoopbackPeer.user(from: "0100007F:C001", to: own, in: table) == 1001)
    #expect(LoopbackPeer.user(from: "0100007F:C002", to: own, in: table) == nil)
    #expect(LoopbackPeer.user(from: "0100007F:C003", to: own, in: table) == nil)
  }

  @Test func aTokenIsValidOnceAndACookieRepeatedly() throws {
    let access = WebAccess()
    let (first, second) = (access.makeToken(), access.makeToken())
    #expect(first != second && first.utf8.count == 64)
    let cookie = try #require(access.exchange(first))
    #expect(access.exchange(first) == nil && access.knows(cookie))
    #expect(access.exchange(cookie) == nil && !access.knows(second) && !access.knows(""))
    let last = String(second.dropLast()) + (second.last == "0" ? "1" : "0")
    #expect(access.exchange(last) == nil && access.exchange("") == nil)
    for _ in 0..<WebAccess.tokenLimit { _ = access.makeToken() }
    // The oldest address expires.
    #expect(access.exchange(second) == nil)
    for _ in 0..<WebAccess.cookieLimit { _ = access.exchange(access.makeToken()) }
    #expect(!access.knows(cookie))
  }

  @Test func failuresAreAnsweredLateUntilOneSucceeds() {
    let access = WebAccess()
    let late = (0..<12).map { _ in access.noteFailure() }
    #expect(late.count { $0 } == 2 && late[10] && late[11])
    _ = access.exchange(access.makeToken())
    #expect(!access.noteFailure())
  }
}
