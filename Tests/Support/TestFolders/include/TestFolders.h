// Gives each process of tests folders of its own for the user's settings, data, state and caches.
//
// The folders are set when the program is loaded, before any test and any thread: nothing has to be called, so no way to run the
// tests can miss it.
#ifndef TEST_FOLDERS_H
#define TEST_FOLDERS_H

/// The folder that has those folders; removed when the process exits.
extern const char *test_folder(void);

#endif
