/// Waits as long as a load is to take. Tests hold it back instead.
typealias LoadDelay = @MainActor @Sendable (Duration) async throws -> Void
