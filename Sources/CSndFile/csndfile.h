// libsndfile, as the distribution ships it (Debian: libsndfile1-dev).
#pragma once
#include <sndfile.h>
