import Foundation
import Translation

extension Error {
  /// The system's message for a failed operation on a file, such as “Input/output error”.
  ///
  /// Foundation's description of an unusual error is only its domain and number.
  package var systemReason: String {
    let error = self as NSError
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError } ?? error
    guard cause.domain == NSPOSIXErrorDomain else {
      return tr("the system reports error {number}", ["number": "\(cause.code)"])
    }
    return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
  }
}
