#include "CResources.h"

// The files are named relative to this one, so the package builds from any place. Each array closes
// with a NUL, which GTK's CSS parser wants; `size` leaves it out.

static const char tokens_light[] = {
#embed "../../Resources/css/tokens-light.css"
  , 0};
static const char tokens_dark[] = {
#embed "../../Resources/css/tokens-dark.css"
  , 0};

const backscroll_resource backscroll_css_tokens_light = {tokens_light, sizeof tokens_light - 1};
const backscroll_resource backscroll_css_tokens_dark = {tokens_dark, sizeof tokens_dark - 1};
