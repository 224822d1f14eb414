// solver: bitwuzla
// shows: bitwuzla_option_is_numeric says no of a Boolean option; its documentation says "True if the given option is a numeric or Boolean option", and the option's info says that it is numeric
// outcome: exit 1
#include <bitwuzla/c/bitwuzla.h>

int main(void) {
  BitwuzlaOptions *options = bitwuzla_options_new();
  BitwuzlaOptionInfo info;
  bitwuzla_get_option_info(options, BITWUZLA_OPT_PREPROCESS, &info);
  return info.is_numeric && !bitwuzla_option_is_numeric(options, BITWUZLA_OPT_PREPROCESS);
}
