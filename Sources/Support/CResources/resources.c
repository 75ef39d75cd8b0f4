#include "CResources.h"

// The files are named relative to this one, so the package builds in any folder. Each array ends with a NUL, which
// GTK's parsers require; `size` does not count it.

static const char css_tokens_light[] = {
#embed "../../../Resources/css/tokens-light.css"
  , 0};

static const char css_tokens_dark[] = {
#embed "../../../Resources/css/tokens-dark.css"
  , 0};

static const char css_tokens_high_contrast_light[] = {
#embed "../../../Resources/css/tokens-high-contrast-light.css"
  , 0};

static const char css_tokens_high_contrast_dark[] = {
#embed "../../../Resources/css/tokens-high-contrast-dark.css"
  , 0};

static const char css_rules[] = {
#embed "../../../Resources/css/rules.css"
  , 0};

static const char css_rules_high_contrast[] = {
#embed "../../../Resources/css/rules-high-contrast.css"
  , 0};

static const char css_library[] = {
#embed "../../../Resources/css/library.css"
  , 0};

static const char icon_program[] = {
#embed "../../../Resources/icons/io.github.backscroll.Backscroll.svg"
  , 0};

static const char icon_send[] = {
#embed "../../../Resources/icons/backscroll-send-symbolic.svg"
  , 0};

static const char icon_chat[] = {
#embed "../../../Resources/icons/backscroll-chat-symbolic.svg"
  , 0};

static const char icon_lab[] = {
#embed "../../../Resources/icons/backscroll-lab-symbolic.svg"
  , 0};

static const char icon_feed[] = {
#embed "../../../Resources/icons/backscroll-feed-symbolic.svg"
  , 0};

static const char icon_carousel[] = {
#embed "../../../Resources/icons/backscroll-carousel-symbolic.svg"
  , 0};

static const char icon_picker[] = {
#embed "../../../Resources/icons/backscroll-picker-symbolic.svg"
  , 0};

static const char icon_emoji[] = {
#embed "../../../Resources/icons/backscroll-emoji-symbolic.svg"
  , 0};

static const char icon_open[] = {
#embed "../../../Resources/icons/backscroll-open-symbolic.svg"
  , 0};

static const char icon_person[] = {
#embed "../../../Resources/icons/backscroll-person-symbolic.svg"
  , 0};

static const char icon_link[] = {
#embed "../../../Resources/icons/backscroll-link-symbolic.svg"
  , 0};

static const char words_whatsapp[] = {
#embed "../../../Resources/words/whatsapp.txt"
  , 0};

static const char words_messenger[] = {
#embed "../../../Resources/words/messenger.txt"
  , 0};

static const char words_slack_emoji[] = {
#embed "../../../Resources/words/slack-emoji.txt"
  , 0};

const backscroll_resource backscroll_css_tokens_light = {css_tokens_light, sizeof css_tokens_light - 1};
const backscroll_resource backscroll_css_tokens_dark = {css_tokens_dark, sizeof css_tokens_dark - 1};
const backscroll_resource backscroll_css_tokens_high_contrast_light = {css_tokens_high_contrast_light, sizeof css_tokens_high_contrast_light - 1};
const backscroll_resource backscroll_css_tokens_high_contrast_dark = {css_tokens_high_contrast_dark, sizeof css_tokens_high_contrast_dark - 1};
const backscroll_resource backscroll_css_rules = {css_rules, sizeof css_rules - 1};
const backscroll_resource backscroll_css_rules_high_contrast = {css_rules_high_contrast, sizeof css_rules_high_contrast - 1};
const backscroll_resource backscroll_css_library = {css_library, sizeof css_library - 1};
const backscroll_resource backscroll_icon_program = {icon_program, sizeof icon_program - 1};
const backscroll_resource backscroll_icon_send = {icon_send, sizeof icon_send - 1};
const backscroll_resource backscroll_icon_chat = {icon_chat, sizeof icon_chat - 1};
const backscroll_resource backscroll_icon_lab = {icon_lab, sizeof icon_lab - 1};
const backscroll_resource backscroll_icon_feed = {icon_feed, sizeof icon_feed - 1};
const backscroll_resource backscroll_icon_carousel = {icon_carousel, sizeof icon_carousel - 1};
const backscroll_resource backscroll_icon_picker = {icon_picker, sizeof icon_picker - 1};
const backscroll_resource backscroll_icon_emoji = {icon_emoji, sizeof icon_emoji - 1};
const backscroll_resource backscroll_icon_open = {icon_open, sizeof icon_open - 1};
const backscroll_resource backscroll_icon_person = {icon_person, sizeof icon_person - 1};
const backscroll_resource backscroll_icon_link = {icon_link, sizeof icon_link - 1};
const backscroll_resource backscroll_words_whatsapp = {words_whatsapp, sizeof words_whatsapp - 1};
const backscroll_resource backscroll_words_slack_emoji = {words_slack_emoji, sizeof words_slack_emoji - 1};
const backscroll_resource backscroll_words_messenger = {words_messenger, sizeof words_messenger - 1};
