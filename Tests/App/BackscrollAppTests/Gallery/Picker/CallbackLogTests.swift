import Foundation
import Testing

@testable import BackscrollApp
@testable import Showcase

/// The entries, the counts and the texts of the picker's log.
@MainActor
struct CallbackLogTests {
  private let noon = Date(timeIntervalSince1970: 43_478.210)

  @Test func theNewestComesFirst() {
    var log = CallbackLog()
    log.add(.layout("option one", at: noon))
    log.add(.settle("option two", at: noon))
    #expect(log.entries.map(\.text) == ["selected: option two", "selected: option one"])
    #expect(log.entries.map(\.kind) == [.settle, .layout])
    #expect(log.calls == 2)
  }

  @Test func aJumpIsListedButIsNoCall() {
    var log = CallbackLog()
    log.add(.jump(count: 4, isForward: true, at: noon))
    log.add(.jump(count: 4, isForward: false, at: noon))
    #expect(log.entries.map(\.text) == ["tile 1 → tile 5, not seen", "tile 5 → tile 1, not seen"])
    #expect(log.calls == 0 && log.jumps == 2)
  }

  @Test func itKeepsTwoHundredAndCountsAll() {
    var log = CallbackLog()
    for number in 1...250 { log.add(.settle("\(number)", at: noon)) }
    #expect(log.entries.count == 200)
    #expect(log.entries.first?.text == "selected: 250")
    #expect(log.entries.last?.text == "selected: 51")
    #expect(log.calls == 250)
  }

  @Test func timesAreToldToTheMillisecond() {
    #expect(CallbackRow.clock(noon, in: .gmt) == "12:04:38.210")
  }

  @Test func optionsAreNumberedInWords() {
    #expect(OptionName.option(1) == "option one")
    #expect(OptionName.option(12) == "option twelve")
    #expect(OptionName.short("option three") == "three")
    #expect(OptionName.short("red") == "red")
    #expect(PickerChoice.none.options == nil)
    #expect(PickerChoice.allCases.map { $0.options?.count ?? -1 } == [-1, 1, 2, 4, 12])
  }
}
