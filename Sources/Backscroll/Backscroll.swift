/// Users of the library need `ScrollCore` for the values that its widgets take and report.
@_exported import ScrollCore
