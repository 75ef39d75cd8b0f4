extension AnchoredList {
  /// Rows appended while the reader is this near the end carry the reader along, in points.
  static var followDistance: Double { 80 }
  /// A step of the value beyond this many viewports is a jump, not a motion: the rows between are not visited.
  static var jumpDistance: Double { 3 }
  /// Rows laid out beyond the viewport, in viewports a side: in the frame in which all is another, by a jump, a new width
  /// or rows that have come or gone (each costs some 0.25 ms); while it scrolls; at rest; and how fast the one becomes
  /// the other.
  static var fillAfterChange: Double { 0 }
  static var fillWhileScrolling: Double { 0.5 }
  static var fillAtRest: Double { 1.5 }
  static var fillStep: Double { 0.125 }
  /// Rows keep their widgets this many viewports away: more than is laid out at rest, or rows at the
  /// border would come and go.
  static var keepFactor: Double { 2 }
  /// Widgets kept for reuse, of each kind.
  static var spareLimit: Int { 48 }
  /// The content counts as resting this long after the last motion, in seconds.
  static var restAfter: Double { 0.15 }
  /// Points an arrow key moves the content by.
  static var step: Double { 40 }
}
