import Backscroll
import Gtk

// One of a few options: a tap advances, a swipe too, and after the last comes the first.

Application.run("org.example.Picker", width: 360, height: 160) { window in
  let picker = OptionPicker()
  picker.options = ["small", "medium", "large"]
  picker.didSelect.connect { index, option in print("Chosen:", index, option) }
  window.child = picker
  window.title = "Size"
}
