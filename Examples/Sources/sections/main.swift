import Backscroll
import Gtk

// Contacts by letter. The letter of the contacts in view stays at the top until the next one pushes it out.

/// A contact, or the letter above the contacts that begin with it.
struct Entry: Identifiable {
  let id: String
  var letter: String { String(id.prefix(1)) }
  var isLetter: Bool { id == letter }
}

let firstNames = """
  Ada Alan Barbara Brian Claude Dana Dennis Edith Edsger Frances Grace Guido Hedy Ivan Jean John Katherine Ken Lynn \
  Margaret Mary Niklaus Ole Peter Radia Richard Sophie Tim Ursula Vera Whitfield Yukihiro
  """
let names = firstNames.split(separator: " ").flatMap { first in
  "ABCDEFGH".map { "\(first) \($0)." }
}

Application.run("org.example.Sections", width: 320, height: 480) { window in
  let sections = Dictionary(grouping: names) { String($0.prefix(1)) }.sorted { $0.key < $1.key }
  let rows = ListStore(sections.flatMap { [$0.key] + $0.value }.map(Entry.init))
  let list = AnchoredList(rows, restingEdge: .start, makeContent: { Label() }) { label, entry in
    label.text = entry.id
    label.setClass("heading", entry.isLetter)
    label.xalign = 0
    label.setMargins(start: 12, end: 12, top: 8, bottom: 8)
  }
  list.selectionMode = .single
  list.sectionHeading = { index in rows.index(of: rows[index].letter) }
  list.scroll(to: "Brian D.", at: .start, animated: false)  // below its letter
  window.child = ScrolledWindow(child: list)
  window.title = "Contacts"
}
