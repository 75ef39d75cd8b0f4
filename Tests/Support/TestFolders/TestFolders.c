#define _GNU_SOURCE
#include "TestFolders.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[4096];
static pid_t owner;

const char *test_folder(void) { return folder; }

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind, (void)place;
  remove(path);
  return 0;
}

static void remove_folder(void) {
  // A forked process that does not execute another program exits too.
  if (getpid() == owner) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static void set_folder(const char *variable, const char *name) {
  char path[sizeof folder + 16];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (mkdir(path, 0700) != 0 || setenv(variable, path, 1) != 0) {
    perror(variable);
    abort();
  }
}

__attribute__((constructor)) static void make_folders(void) {
  const char *parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] != '/') parent = "/tmp";
  snprintf(folder, sizeof folder, "%s/backscroll-home-XXXXXX", parent);
  if (mkdtemp(folder) == NULL) {
    // Otherwise the tests would use the developer's own folders.
    perror("A folder for the settings of the tests");
    abort();
  }
  owner = getpid();
  atexit(remove_folder);
  set_folder("XDG_CONFIG_HOME", "config");
  set_folder("XDG_DATA_HOME", "data");
  set_folder("XDG_STATE_HOME", "state");
  set_folder("XDG_CACHE_HOME", "cache");
}
