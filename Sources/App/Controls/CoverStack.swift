import Gtk

/// A layer over a window's content.
package enum Cover {
  /// The sidebar of a narrow window.
  case chats
  /// A panel at the bottom of a narrow window.
  case panel
  /// The page before an import. Only the answer to it closes it.
  case importPage
  /// The media of a chat.
  case media
  /// The statistics.
  case statistics
  /// The viewer of pictures and films.
  case viewer
}

/// The covers of a window. Only the uppermost one takes input and is read aloud; the previous focus returns when a
/// cover closes.
@MainActor
package final class CoverStack {
  package var didChange: (() -> Void)?

  private struct Layer {
    let cover: Cover
    weak var widget: Widget?
    /// The previously focused widget.
    weak var focus: Widget?
    let close: () -> Void
  }

  private weak var content: Widget?
  private var layers: [Layer] = []

  package init(over content: Widget) { self.content = content }

  /// The uppermost cover.
  package var top: Cover? { layers.last?.cover }

  /// Puts a cover over the others. Call it when `widget`, which shows the cover, is in the window, but does not have
  /// the focus yet. `close` closes it, without animation.
  package func open(_ cover: Cover, _ widget: Widget, close: @escaping () -> Void) {
    layers.append(Layer(cover: cover, widget: widget, focus: content?.window?.focusWidget, close: close))
    update()
  }

  /// Takes away a cover that is about to go, and returns the focus. Does nothing if there is none.
  package func remove(_ cover: Cover) {
    guard let index = layers.firstIndex(where: { $0.cover == cover }) else { return }
    let layer = layers.remove(at: index)
    update()
    if index < layers.count {
      // The cover above it returns the focus further down.
      if layers[index].focus?.isInside(layer.widget) != false { layers[index].focus = layer.focus }
    } else if layer.focus?.isMapped == true {
      layer.focus?.takeFocus()
    }
  }

  package func close(_ cover: Cover) { layers.last { $0.cover == cover }?.close() }

  /// Closes all covers but the page before an import.
  package func closeAll() {
    for layer in layers.reversed() where layer.cover != .importPage { layer.close() }
  }

  private func update() {
    let widgets = [content] + layers.map(\.widget)
    for widget in widgets {
      let isUppermost = widget === widgets.last ?? nil
      widget?.canFocus = isUppermost
      widget?.setAccessibleHidden(!isUppermost)
    }
    didChange?()
  }
}

extension Widget {
  /// Whether a cover lies over the widget.
  package var isUnderCover: Bool { ancestors.contains { !$0.canFocus } }

  fileprivate func isInside(_ other: Widget?) -> Bool { ancestors.contains { $0 === other } }

  /// The widget, and what it is in.
  private var ancestors: some Sequence<Widget> { sequence(first: self, next: \.parent) }
}
