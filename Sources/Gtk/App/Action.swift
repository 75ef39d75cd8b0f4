import CGtk

/// What holds actions: the application ("app.") and its windows ("win.").
@MainActor
public protocol ActionMap: Object {}

extension ActionMap {
  /// Adds an action without a parameter.
  @discardableResult
  public func addAction<Owner: AnyObject>(
    _ name: String, weak owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) -> Action {
    let action = Action(name, parameter: nil, state: nil)
    action.activated.connect(weak: owner) { owner, _ in body(owner) }
    return add(action)
  }

  /// Adds an action with a string as parameter.
  @discardableResult
  public func addAction<Owner: AnyObject>(
    _ name: String, weak owner: Owner, withText body: @escaping @MainActor (Owner, String) -> Void
  ) -> Action {
    let action = Action(name, parameter: "s", state: nil)
    action.activated.connect(weak: owner) { owner, value in body(owner, value.string) }
    return add(action)
  }

  /// Adds an action with a string as parameter and as state, like a group of radio buttons.
  @discardableResult
  public func addChoice<Owner: AnyObject>(
    _ name: String, initial: String, weak owner: Owner, _ body: @escaping @MainActor (Owner, String) -> Void
  ) -> Action {
    let action = Action(name, parameter: "s", state: initial)
    action.activated.connect(weak: owner) { owner, value in body(owner, value.string) }
    return add(action)
  }

  /// Adds an action that is on or off, like a check button; `body` hears which it becomes.
  @discardableResult
  public func addToggle<Owner: AnyObject>(
    _ name: String, initial: Bool, weak owner: Owner, _ body: @escaping @MainActor (Owner, Bool) -> Void
  ) -> Action {
    let action = Action(name, isOn: initial)
    action.activated.connect(weak: owner) { [weak action] owner, _ in
      guard let action else { return }
      action.isOn.toggle()
      body(owner, action.isOn)
    }
    return add(action)
  }

  private func add(_ action: Action) -> Action {
    g_action_map_add_action(raw.opaque, action.raw.opaque)
    return action
  }
}

/// Actions of one widget and all inside it.
@MainActor
public final class ActionGroup: Object, ActionMap {
  public init() { super.init(owned: UnsafeMutableRawPointer(g_simple_action_group_new())) }
}

extension Widget {
  /// Makes a group's actions reachable from here as "prefix.name".
  public func insert(_ actions: ActionGroup, prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, actions.raw.opaque)
  }
}

/// Something a person can do, by name: from a key, a menu, a button, over D-Bus.
@MainActor
public final class Action: Object {
  fileprivate init(_ name: String, parameter: String?, state: String?) {
    let type = parameter.map { g_variant_type_new($0)! }
    let action: OpaquePointer? =
      if let state {
        g_simple_action_new_stateful(name, type, g_variant_new_string(state))
      } else {
        g_simple_action_new(name, type)
      }
    if let type { g_variant_type_free(type) }
    super.init(owned: UnsafeMutableRawPointer(action!))
  }

  fileprivate init(_ name: String, isOn: Bool) {
    super.init(
      owned: UnsafeMutableRawPointer(
        g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))!))
  }

  /// The toggle's state.
  public var isOn: Bool {
    get {
      guard let variant = g_action_get_state(raw.opaque) else { return false }
      defer { g_variant_unref(variant) }
      return g_variant_get_boolean(variant) != 0
    }
    set { g_simple_action_set_state(raw.opaque, g_variant_new_boolean(newValue ? 1 : 0)) }
  }

  public var isEnabled: Bool {
    get { g_action_get_enabled(raw.opaque) != 0 }
    set { g_simple_action_set_enabled(raw.opaque, newValue ? 1 : 0) }
  }

  /// The choice's state.
  public var state: String {
    get {
      guard let variant = g_action_get_state(raw.opaque) else { return "" }
      defer { g_variant_unref(variant) }
      return VariantArgument(variant).string
    }
    set { g_simple_action_set_state(raw.opaque, g_variant_new_string(newValue)) }
  }

  var activated: Signal<VariantArgument> { Signal(self, "activate") }
}
