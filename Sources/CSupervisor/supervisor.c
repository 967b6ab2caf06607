#include "rl_supervisor.h"
