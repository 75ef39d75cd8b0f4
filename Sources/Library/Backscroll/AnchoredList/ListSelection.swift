import Gtk

/// The selection of a list: selects and activates rows by clicks and keys, shows in their widgets which are selected,
/// and reports changes.
@MainActor
final class ListSelection<Model: ListModel, Row: Widget> {
  /// Called after any change of ``rows``.
  let didChange = Callback<Set<Model.ID>>()
  /// Called when a row is activated.
  let didActivate = Callback<Model.Item>()

  private let model: Model
  private let pool: WidgetPool<Model.ID, Model.Kind, Row>
  private var selection = RowSelection<Model.ID>()

  /// Whether a row is the heading of a section.
  var isHeading: (Int) -> Bool = { _ in false }

  /// Whether a row is selected and activated by clicks and keys: in a list with a selection, headings are not.
  func includes(_ index: Int) -> Bool { mode == .none || !isHeading(index) }

  /// The most rows that are looked up one by one.
  private static var fewRows: Int { 16 }

  /// Makes an empty selection of the model's rows, whose widgets are in `pool`.
  init(of model: Model, in pool: WidgetPool<Model.ID, Model.Kind, Row>) {
    (self.model, self.pool) = (model, pool)
  }

  /// Which rows can be selected.
  var mode: SelectionMode {
    get { selection.mode }
    set { change { $0.mode = newValue } }
  }

  /// The selected rows.
  var rows: Set<Model.ID> {
    get { selection.rows }
    set { change { $0.rows = newValue } }
  }

  /// Follows a click on a row.
  func clicked(_ index: Int, count: Int, _ modifiers: Modifiers) {
    guard includes(index) else { return }
    switch mode {
    case .none: if count == 1 { didActivate(model[index]) }
    case .single, .multiple:
      select(index, extending: modifiers.contains(.shift), toggling: modifiers.contains(.control))
      if count == 2, modifiers.isEmpty { didActivate(model[index]) }
    }
  }

  /// Follows a key while `focused` has the focus; returns whether it was handled.
  func pressed(_ key: UInt32, _ modifiers: Modifiers, at focused: Int?) -> Bool {
    let focused = focused.flatMap { includes($0) ? $0 : nil }
    switch (key, modifiers) {
    case (Key.returnKey, []):
      guard didActivate.hasListeners, let focused else { return false }
      didActivate(model[focused])
    case (Key.space, []), (Key.space, .control):
      guard mode != .none, let focused else { return false }
      select(focused, extending: false, toggling: modifiers == .control)
    case (Key.a, .control):
      guard mode == .multiple else { return false }
      rows = Set((0..<model.count).filter(includes).map { model.id(at: $0) })
    default: return false
    }
    return true
  }

  /// Selects a row alone; if `extending`, together with all up to the one selected last without it. If `toggling`, the
  /// other rows stay as they are, and a row that is selected already leaves the selection.
  func select(_ index: Int, extending: Bool, toggling: Bool) {
    guard includes(index) else { return }
    let id = model.id(at: index)
    change { selection in
      if extending, selection.mode == .multiple, let origin = selection.origin.flatMap(model.index(of:)) {
        let range = min(origin, index)...max(origin, index)
        selection.extend(to: range.filter { !isHeading($0) }.map { model.id(at: $0) }, keeping: toggling)
      } else if toggling {
        selection.toggle(id)
      } else {
        selection.select(id)
      }
    }
  }

  /// Drops the rows that have left the model.
  func forgetRemoved() {
    let selected = rows
    guard !selected.isEmpty else { return }
    // Looking up an identity may cost as much as reading all of them.
    let remaining =
      selected.count <= Self.fewRows
      ? selected.filter { model.index(of: $0) != nil }
      : selected.intersection((0..<model.count).lazy.map { [model] in model.id(at: $0) })
    if remaining != selected { rows = remaining }
  }

  /// Shows in a row's widget whether the row is selected.
  func show(_ id: Model.ID, in row: Row) {
    let isSelected = rows.contains(id)
    guard row.isSelected != isSelected else { return }
    row.isSelected = isSelected
    row.setAccessibleSelected(isSelected)
  }

  private func change(_ change: (inout RowSelection<Model.ID>) -> Void) {
    let before = selection
    change(&selection)
    if mode != before.mode || rows != before.rows {
      for shown in pool.shown { show(shown.id, in: shown.widget) }
    }
    if rows != before.rows { didChange(rows) }
  }
}
