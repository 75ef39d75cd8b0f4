import Backscroll
import Foundation
import Gtk

// A ring of pictures: `swift run photos FOLDER`. Without a folder, it shows colors. With `--vertical`, the pictures lie
// one below the other.

struct Photo: Identifiable {
  let id: Int
  let texture: Texture?
}

/// A page with a picture, or a color.
final class PhotoPage: CustomWidget {
  var photo: Photo? {
    didSet { queueDraw() }
  }

  override func snapshot(_ snapshot: Snapshot) {
    let page = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard let texture = photo?.texture else {
      let hue = Double((photo?.id ?? 0) * 37 % 100) / 100
      return snapshot.fill(RoundedRect(page, radius: 18), Color(red: hue, green: 0.45, blue: 1 - hue))
    }
    let scale = min(page.width / Double(texture.width), page.height / Double(texture.height))
    let (wide, tall) = (Double(texture.width) * scale, Double(texture.height) * scale)
    snapshot.texture(
      texture, in: Rect(x: (page.width - wide) / 2, y: (page.height - tall) / 2, width: wide, height: tall))
  }
}

Application.run("org.example.Photos", width: 720, height: 480) { window in
  let folder = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("--") }
  let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0).sorted() } ?? []
  var photos = names.compactMap { name in
    try? Texture(file: "\(folder ?? "")/\(name)", maxWidth: 1_600, maxHeight: 1_600)
  }.enumerated().map { Photo(id: $0, texture: $1) }
  if photos.isEmpty { photos = (0..<8).map { Photo(id: $0, texture: nil) } }

  let carousel = Carousel(photos, initialPage: photos.count / 2, makePage: PhotoPage.init) { $0.photo = $1 }
  carousel.orientation = CommandLine.arguments.contains("--vertical") ? .vertical : .horizontal
  carousel.style = carousel.orientation == .vertical ? .stacked : .snap
  carousel.wraps = true
  let box = Box(carousel.orientation == .vertical ? .horizontal : .vertical)
  box.append(carousel, PageIndicator(for: carousel))
  window.child = box
  window.title = "Photos"
}
