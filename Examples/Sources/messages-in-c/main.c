/* A program in C that shows a list of the library as an ordinary GtkWidget. */
#include <gtk/gtk.h>

GtkWidget *messages_list_new(void);
void messages_list_append(GtkWidget *list, const char *text);

static void activate(GtkApplication *app, gpointer data) {
  GtkWidget *window = gtk_application_window_new(app);
  GtkWidget *list = messages_list_new();
  GtkWidget *scroller = gtk_scrolled_window_new();

  for (int number = 1; number <= 1000; number++) {
    char *text = g_strdup_printf("Message %d", number);
    messages_list_append(list, text);
    g_free(text);
  }
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  g_object_unref(list);
  gtk_window_set_child(GTK_WINDOW(window), scroller);
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 480);
  gtk_window_set_title(GTK_WINDOW(window), "Messages in C");
  gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv) {
  GtkApplication *app = gtk_application_new("org.example.MessagesInC", G_APPLICATION_DEFAULT_FLAGS);
  g_signal_connect(app, "activate", G_CALLBACK(activate), NULL);
  int status = g_application_run(G_APPLICATION(app), argc, argv);
  g_object_unref(app);
  return status;
}
