// Gives each process of tests folders of its own for the user's settings, data, state and caches.
//
// The folders are set when the program is loaded, before any test and any thread. No function has to be called, so they
// are set however the tests are run.
#ifndef TEST_FOLDERS_H
#define TEST_FOLDERS_H

/// The folder that contains those folders; removed when the process exits.
extern const char *test_folder(void);

#endif
