import ArgumentParser
import Foundation
import MessageRow

/// `backscroll render-picture FILE --size N`: draws a picture for ``PictureProcess``.
struct RenderPictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: PictureProcess.command, shouldDisplay: false)

  @Argument var file: String
  @Option var size: Int

  func run() throws {
    try FileHandle.standardOutput.write(contentsOf: PictureProcess.draw(file, box: size))
  }
}
