import CGtk

/// Listens to the events of the widget it is added to.
@MainActor
open class EventController: Object {
  /// When the controller sees an event: on its way down to the target, there, or on its way back up.
  public enum Phase: Sendable {
    case capture, bubble, target

    var cValue: GtkPropagationPhase {
      switch self {
      case .capture: GTK_PHASE_CAPTURE
      case .bubble: GTK_PHASE_BUBBLE
      case .target: GTK_PHASE_TARGET
      }
    }
  }

  public var phase: Phase = .bubble {
    didSet { gtk_event_controller_set_propagation_phase(raw.opaque, phase.cValue) }
  }

  init(owned controller: OpaquePointer) { super.init(owned: UnsafeMutableRawPointer(controller)) }

  /// Modifier keys held during the event being handled.
  public var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(raw.opaque).rawValue)
  }
}

/// Modifier keys.
public struct Modifiers: OptionSet, Sendable, SignalArgument {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public init(gvalue: UnsafePointer<GValue>) { rawValue = g_value_get_flags(gvalue) }

  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let control = Modifiers(rawValue: 1 << 2)
  public static let alt = Modifiers(rawValue: 1 << 3)
  public static let `super` = Modifiers(rawValue: 1 << 26)
}
