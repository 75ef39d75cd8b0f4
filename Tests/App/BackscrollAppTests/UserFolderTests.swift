import Foundation
import TestFolders
import Testing

@testable import AppBase
@testable import Importing
@testable import Reader

@Suite("The tests do not use the folders of the person who runs them")
struct UserFolderTests {
  // The tests of windows changed the developer's own settings.
  @Test("Settings, places, archives and caches are below the temporary folder")
  func temporary() {
    let folder = String(cString: test_folder()) + "/"
    let temporary = FileManager.default.temporaryDirectory.standardizedFileURL.path + "/"
    #expect(folder.hasPrefix(temporary))
    for place in [
      Settings.file.path, SavedPlaces.file.path, ArchiveSource.demoFile.path, UserFolder.cache.path,
      ImportRequest.newArchivePath(),
    ] {
      #expect(place.hasPrefix(folder), "\(place)")
    }
  }
}
