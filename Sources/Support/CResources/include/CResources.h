// Files of Resources/ compiled in, so that the program needs no installation to run.
#pragma once
#include <stddef.h>

/// A file's bytes; `size` does not count the closing NUL that follows them.
typedef struct {
  const char *_Nonnull bytes;
  size_t size;
} backscroll_resource;

extern const backscroll_resource backscroll_css_tokens_light;
extern const backscroll_resource backscroll_css_tokens_dark;
extern const backscroll_resource backscroll_css_tokens_high_contrast_light;
extern const backscroll_resource backscroll_css_tokens_high_contrast_dark;
extern const backscroll_resource backscroll_css_library;
extern const backscroll_resource backscroll_css_rules;
extern const backscroll_resource backscroll_css_rules_high_contrast;

extern const backscroll_resource backscroll_icon_program;
extern const backscroll_resource backscroll_icon_send;
extern const backscroll_resource backscroll_icon_chat;
extern const backscroll_resource backscroll_icon_lab;
extern const backscroll_resource backscroll_icon_feed;
extern const backscroll_resource backscroll_icon_carousel;
extern const backscroll_resource backscroll_icon_picker;
extern const backscroll_resource backscroll_icon_emoji;
extern const backscroll_resource backscroll_icon_open;
extern const backscroll_resource backscroll_icon_person;
extern const backscroll_resource backscroll_icon_link;

extern const backscroll_resource backscroll_words_whatsapp;
extern const backscroll_resource backscroll_words_messenger;
extern const backscroll_resource backscroll_words_slack_emoji;
