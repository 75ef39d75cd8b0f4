import Foundation

/// What one frame has cost the main thread, in milliseconds.
struct FrameCosts {
  /// From the frame's first signal to its last, by the clock on the wall.
  var wall = 0.0
  /// The thread's own time within the frame, up to the end of the layout and to the end of all.
  var layout = 0.0
  var frame = 0.0
  /// The thread's own time since the end of the frame before: events and idle work are in it.
  var all = 0.0
}

/// Seconds of CPU that this thread has used.
func threadCPUTime() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

/// Seconds of the machine's steady clock: the same for all processes.
func steadyTime() -> Double { seconds(CLOCK_MONOTONIC) }

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
