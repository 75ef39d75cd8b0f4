// The names of before, until every use has GTK's own names.

extension Widget {
  public var isHorizontallyExpanding: Bool {
    get { hexpand }
    set { hexpand = newValue }
  }
  public var isVerticallyExpanding: Bool {
    get { vexpand }
    set { vexpand = newValue }
  }
  public var isVisible: Bool {
    get { visible }
    set { visible = newValue }
  }
  public var isSensitive: Bool {
    get { sensitive }
    set { sensitive = newValue }
  }
  public var isFocusable: Bool {
    get { focusable }
    set { focusable = newValue }
  }
  public var clipsContent: Bool {
    get { overflow == .hidden }
    set { overflow = newValue ? .hidden : .visible }
  }
  public func setTooltip(_ text: String?) { tooltipText = text }
  public func align(horizontal: Alignment? = nil, vertical: Alignment? = nil) {
    if let horizontal { halign = horizontal }
    if let vertical { valign = vertical }
  }
  @discardableResult
  public func onTick(_ body: @escaping @MainActor (_ time: Double) -> Bool) -> TickHandle {
    addTickCallback(body)
  }
}

extension Label {
  public func setHorizontalPlace(_ place: Double) { xalign = place }
  public func setVerticalPlace(_ place: Double) { yalign = place }
  public func setWidth(characters: Int) { widthChars = characters }
}

extension Button {
  public func setLabel(_ text: String) { label = text }
  public func setAction(_ name: String) { setDetailedActionName(name) }
}

extension ToggleButton {
  public var isOn: Bool {
    get { active }
    set { active = newValue }
  }
}

extension Switch {
  public var isOn: Bool {
    get { active }
    set { active = newValue }
  }
}

extension Action {
  public var isEnabled: Bool {
    get { enabled }
    set { enabled = newValue }
  }
}

extension Image {
  public func setIconName(_ name: String) { iconName = name }
}

extension Spinner {
  public var isSpinning: Bool {
    get { spinning }
    set { spinning = newValue }
  }
}

extension Entry {
  public func setPlaceholder(_ text: String) { placeholderText = text }
  public func setIcon(_ name: String) { primaryIconName = name }
  public func setWidth(characters: Int) { widthChars = characters }
}

extension Stack {
  public var visibleName: String? {
    get { visibleChildName }
    set { visibleChildName = newValue }
  }
}

extension HeaderBar {
  public func setTitleWidget(_ child: Widget?) { titleWidget = child }
}

extension MenuButton {
  public func setChild(_ child: Widget?) { self.child = child }
}

extension ScrolledWindow {
  public func setBars(horizontal: Policy, vertical: Policy) {
    setPolicy(horizontal: horizontal, vertical: vertical)
  }
  public func setMaxContentHeight(_ height: Int) { maxContentHeight = height }
  public var verticalAdjustment: Adjustment { vadjustment }
  public var verticalScrollbar: Widget { vscrollbar }
  public var onStopFling: (() -> Void)? {
    get { didStopFling }
    set { didStopFling = newValue }
  }
}

extension ScrollableWidget {
  public var horizontalAdjustment: Adjustment? { hadjustment }
  public var verticalAdjustment: Adjustment? { vadjustment }
}

extension Window {
  public func setTitle(_ title: String) { self.title = title }
  public func setIconName(_ name: String) { iconName = name }
  public var isDecorated: Bool {
    get { decorated }
    set { decorated = newValue }
  }
}

extension EventController {
  public var phase: Phase {
    get { propagationPhase }
    set { propagationPhase = newValue }
  }
}

extension DesktopSettings {
  public var animates: Bool {
    get { enableAnimations }
    set { enableAnimations = newValue }
  }
  public var prefersDark: Bool {
    get { applicationPreferDarkTheme }
    set { applicationPreferDarkTheme = newValue }
  }
  public var dragThreshold: Int { dndDragThreshold }
}

extension DarkPreference {
  public convenience init(changed: @escaping @MainActor (Bool) -> Void) { self.init(didChange: changed) }
}

extension Desktop {
  public static func addIconFolder(_ path: String) { IconTheme.current?.add(searchPath: path) }
  public static func hasIcon(_ name: String) -> Bool { IconTheme.current?.hasIcon(name) == true }
}
