import Foundation

/// Measures Qt's ListView with Qt's program `qml`. Throws ``Absent`` if Qt Quick is not installed.
struct QmlWork {
  let effort: Int

  private static let programs = ["/usr/lib/qt6/bin/qml", "/usr/bin/qml6"]

  func run(_ work: Work, rows: Int) throws -> [Reading] {
    guard let program = Self.programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else {
      throw Absent(what: "Qt's qml6")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backscroll-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("peer.qml")
    try Data(QmlPeer.source.utf8).write(to: file)
    var environment = ProcessInfo.processInfo.environment
    environment["QML_XHR_ALLOW_FILE_READ"] = "1"
    environment["QT_QPA_PLATFORM"] = "xcb"
    // Software rendering, like cairo.
    environment["QT_QUICK_BACKEND"] = "software"
    environment["QT_FORCE_STDERR_LOGGING"] = "1"
    environment["QT_MESSAGE_PATTERN"] = "%{message}"
    let told = try Process.errors(
      of: program,
      [
        file.path, "--", "work=\(work.rawValue)", "rows=\(rows)",
        "frames=\(work == .scroll ? 300 * effort : 10 * effort)",
        "started=\(Int(Date().timeIntervalSince1970 * 1_000))",
      ], environment: environment)
    let readings = told.split(separator: "\n").compactMap { Reading(line: $0) }
    guard !readings.isEmpty else { throw Absent(what: "Qt Quick for qml6") }
    return readings
  }
}

/// The program for `qml`: a ListView with the same row, which measures itself. A frame lasts from the end of the animations
/// to the swap; CPU time is that of the main thread, from the kernel.
private enum QmlPeer {
  static let source = #"""
    import QtQuick
    import QtQuick.Window

    Window {
      id: window
      width: 480; height: 720; visible: true
      property string work: argument("work")
      property int rows: Number(argument("rows"))
      property int frames: Number(argument("frames"))
      property real started: Number(argument("started"))
      property int first: 0
      property int shown: 0
      property int step: 0
      property real mark: 0
      property real startCpu: 0
      property var values: []

      readonly property var names:
        ["Ada Novak", "Ben Okoro", "Chiara Lind", "Daniel Ruiz", "Elif Demir", "Farid Amini", "Grete Holm"]
      readonly property var words:
        "the ridge walk starts early tomorrow and somebody brings coffee while we wait for rain to pass over quiet hills then evening light returns again".split(" ")
      readonly property var shades: ["#3584e4", "#2ec27e", "#e66100", "#9141ac"]

      function argument(name) {
        const all = Qt.application.arguments;
        const found = all.find(word => word.startsWith(name + "="));
        return found ? found.slice(name.length + 1) : "";
      }
      function hash(n) {
        let bits = Math.imul(n ^ 0x5bd1e995, 0x9E3779B1);
        bits = Math.imul(bits ^ bits >>> 15, 0x85EBCA6B);
        return (bits ^ bits >>> 13) >>> 1;
      }
      function textOf(n) {
        const lines = 1 + Math.floor(hash(n) / 11) % 8;
        let text = "", index = hash(n);
        while (text.length < lines * 47 - 12) {
          if (text) text += " ";
          index = (Math.imul(index, 31) + 17) & 0xFFFFFF;
          text += words[index % words.length];
        }
        return text;
      }
      function timeOf(n) {
        const minutes = Math.floor(hash(n) / 7) % 1440;
        const two = value => String(value).padStart(2, "0");
        return two(Math.floor(minutes / 60)) + ":" + two(minutes % 60);
      }
      function read(path) {
        const request = new XMLHttpRequest();
        request.open("GET", "file://" + path, false);
        request.send();
        return request.responseText;
      }
      function cpu() { return Number(read("/proc/self/schedstat").split(" ")[0]) / 1e6; }
      function memory() { return Number(/VmRSS:\s*(\d+)/.exec(read("/proc/self/status"))[1]) / 1000; }
      function tell(name, unit, values) {
        console.info("reading\t" + name + "\t" + unit + "\t" + values.join(" "));
      }

      ListModel { id: numbers }

      ListView {
        id: list
        anchors.fill: parent
        cacheBuffer: 360
        reuseItems: true
        model: window.work === "prepend" ? numbers : window.rows
        delegate: Item {
          id: row
          required property int index
          property int number: index + window.first
          width: ListView.view.width
          height: Math.max(36, column.height) + 12
          Rectangle {
            x: 12; y: 6; width: 36; height: 36; radius: 18
            color: window.shades[window.hash(row.number) % 4]
            Text {
              anchors.centerIn: parent; color: "white"; font.weight: Font.DemiBold
              text: window.names[window.hash(row.number) % 7][0]
            }
          }
          Column {
            id: column
            x: 60; y: 6; width: row.width - 72; spacing: 2
            Item {
              width: parent.width; height: name.height
              Text {
                id: name
                width: parent.width - time.width - 12; elide: Text.ElideRight; font.weight: Font.DemiBold
                text: window.names[window.hash(row.number) % 7]
              }
              Text {
                id: time
                anchors.right: parent.right; font.pointSize: 9; opacity: 0.6; text: window.timeOf(row.number)
              }
            }
            Text { width: parent.width; wrapMode: Text.Wrap; text: window.textOf(row.number) }
          }
        }
      }

      function pageOf(count) {
        const page = [];
        for (let i = 0; i < count; i++) page.push({ value: i });
        return page;
      }

      Component.onCompleted: {
        if (work === "prepend") numbers.append(pageOf(rows));
        if (work === "open") list.positionViewAtEnd();
        if (work === "prepend") list.positionViewAtIndex(rows / 2, ListView.Beginning);
      }

      onAfterAnimating: {
        if (shown < 30) return;
        mark = Date.now();
        if (work === "scroll") list.contentY += 40;
      }

      onFrameSwapped: {
        shown += 1;
        if (work === "open" && shown === 1) {
          tell("start to first frame", "ms", [Date.now() - started]);
          tell("resident memory", "MB", [memory()]);
          Qt.quit();
        } else if (work === "prepend") {
          prepended();
        } else if (work === "scroll") {
          scrolled();
        }
        window.update();
      }

      function scrolled() {
        if (shown < 31) return;
        if (step === 0) startCpu = cpu();
        step += 1;
        values.push(Date.now() - mark);
        if (step < frames) return;
        const means = [];
        // The clock counts whole milliseconds, so ten frames together give tenths.
        for (let i = 0; i + 10 <= values.length; i += 10)
          means.push(values.slice(i, i + 10).reduce((sum, value) => sum + value) / 10);
        tell("frame, wall", "ms a frame", means);
        tell("main-thread CPU", "ms a frame", [(cpu() - startCpu) / step]);
        Qt.quit();
      }

      function prepended() {
        if (shown < 30 || shown % 10) return;
        // Subtract idle frames, so that the rest is the cost of the change.
        const rows = step < frames ? 30 : 1000;
        if (startCpu) values.push(cpu() - startCpu - idle * 10);
        if (!idle) { idle = (cpu() - idleStart) / 10; }
        if (step === frames) {
          tell("30 rows, reading at the middle: until painted, CPU", "ms", [Math.max(0, mean(values))]);
          values = [];
        }
        if (step === frames + 8) {
          tell("1000 rows, reading at the middle: until painted, CPU", "ms", [Math.max(0, mean(values))]);
          Qt.quit();
          return;
        }
        startCpu = cpu();
        first -= rows;
        numbers.insert(0, pageOf(rows));
        step += 1;
      }
      property real idle: 0
      property real idleStart: 0
      function mean(values) { return values.reduce((sum, value) => sum + value, 0) / values.length; }
      onShownChanged: if (shown === 20) idleStart = cpu();
    }
    """#
}
