import AppBase
import ChatStore
import Controls
import FilePaths
import Foundation
import Gtk
import Translation

StandardStream.prepare()
Catalogue.useDesktopLanguage()
_ = ForcedTheme.current
if let folder = ProgramFolder.catalogues { Catalogue.bind(folder: folder.path) }
// Synchronous on purpose: an async main leaves the main thread on Linux, and GTK lives there.
let status = Program.run(Array(FilePath.arguments.dropFirst()))
Archive.closeAll()
exit(status)
