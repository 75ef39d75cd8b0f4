import Foundation
import Testing

@testable import BackscrollBench

struct ReportTests {
  @Test func mediansAndPercentiles() {
    #expect(Figures([3, 1, 2]).median == 2)
    #expect(Figures([4, 1, 2, 3]).median == 2.5)
    #expect(Figures((1...100).map(Double.init)).percentile(99) == 99)
    #expect(Figures([7]).percentile(99) == 7)
    #expect(Figures().median.isNaN)
  }

  @Test func aReadingSurvivesItsLine() {
    let reading = Reading("30 rows, CPU", .milliseconds, [1.25, .nan, 3])
    let again = Reading(line: reading.line)
    #expect(again?.name == reading.name)
    #expect(again?.unit == .milliseconds)
    #expect(again?.values.count == 3)
    #expect(again?.values[1].isNaN == true)
  }

  @Test(arguments: ["", "Gtk-WARNING: something", "reading\tname\tms\t1 two", "reading\tname\tparsecs\t1"])
  func whatLibrariesSayIsNoReading(_ line: String) { #expect(Reading(line: line) == nil) }

  @Test func roundsArePutTogetherAndDriftIsSummedUp() {
    var time = Reading("a", .milliseconds, [1])
    time.merge(Reading("a", .milliseconds, [3]))
    #expect(time.values == [1, 3])
    #expect(time.headline == 2)
    var drift = Reading("b", .drift, [1, 90, 20])
    drift.merge(Reading("b", .drift, [2, 90, 5]))
    #expect(drift.values == [3, 180, 20])
    #expect(drift.told == "3/180, 20.0 px")
    #expect(drift.headline == nil)
  }

  @Test func lateFramesAreCounted() {
    #expect(Reading("c", .frames, [2, 2, 20]).told == "2.00 / 8.00 / 20.0 / 1 of 3")
    #expect(Reading("c", .milliseconds, [.nan]).told == "never came")
  }

  @Test func columnsOfATableAreAligned() {
    var table = TextTable(["widget", "200"])
    table.add(["ours", "1"])
    #expect(table.text == "widget   200\nours       1")
  }

  @Test func ratiosReferToOurs() {
    var comparison = Comparison(renderer: "cairo")
    for (peer, time) in [(Peer.ours, 2.0), (.listView, 50)] {
      let spec = CellSpec(work: .scroll, peer: peer, rows: 200)
      comparison.results.append(
        CellResult(spec: spec, readings: [Reading("frame, wall", .frames, [time])]))
    }
    let text = comparison.tables(.scroll)
    #expect(text.contains("×25"))
    #expect(text.components(separatedBy: "×").count == 2)
    #expect(text.contains("200 rows"))
  }

  @Test func aFieldThatIsNotTriedSaysWhy() {
    #expect(
      CellSpec(work: .open, peer: .listBoxRich, rows: 1_000_000).refusal(isQuick: false) == "not tried: hours"
    )
    #expect(CellSpec(work: .open, peer: .ours, rows: 1_000_000).refusal(isQuick: false) == nil)
  }

  @Test func thePictureHasALineForEachPeerThatWasMeasured() {
    var comparison = Comparison(renderer: "cairo")
    for rows in [200, 10_000] {
      let spec = CellSpec(work: .open, peer: .ours, rows: rows)
      comparison.results.append(
        CellResult(spec: spec, readings: [Reading("start to first frame", .milliseconds, [250])]))
    }
    let svg = ScalingChart(comparison).svg
    #expect(svg.components(separatedBy: "<circle").count - 1 == 2 + 6)
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func theCountIsFoundInWhatCallgrindTells() {
    #expect(
      InstructionsCommand.collected("==1== \n==1== Events    : Ir\n==1== Collected : 65194227\n")
        == 65_194_227)
    #expect(InstructionsCommand.collected("nothing") == nil)
  }

  @Test func aMessageIsAPureFunctionOfItsNumber() {
    let message = BenchMessage(number: -7)
    #expect(message.name == "Daniel Ruiz")
    #expect(message.time == "07:06")
    #expect(message.text == "brings returns rain hills hills walk")
    let lengths = (-500..<500).map { BenchMessage(number: $0).text.utf8.count }
    #expect(lengths.min()! > 20)
    #expect(lengths.max()! < 400)
  }
}
