/* The words that host and extensions share, and what the kernel does with a futex.
 *
 * A cycle number has 4 bits here and 32 there; both wrap, and are compared by the sign of their
 * difference. */

#define SEATS 3
#ifdef SPARE
#define EXTENSIONS 4        /* three that play, and the spare of slot 0 */
#else
#define EXTENSIONS 3
#endif
#define HOST EXTENSIONS     /* its place among the threads that sleep */
#define DEPTHS 3
#define NONE 15

#define NUMBER(x) ((x) & 15)
#define IS_AHEAD(a, b) (NUMBER((a) - (b)) != 0 && NUMBER((a) - (b)) < 8)
#define IS_BEHIND(a, b) IS_AHEAD(b, a)

/* tenuto_depth */
byte cycle[DEPTHS];
byte waiter[DEPTHS];

/* tenuto_to_extension */
typedef To {
  byte asked;
  bit parked;
  byte depth;
  bit follows;
  byte linked;
  byte go;
  bit handsOn
};
To to[EXTENSIONS];

/* tenuto_from_extension */
typedef From {
  byte done;
  bit isSkipped
};
From from[EXTENSIONS];

/* A futex word as the kernel names it. 0: the thread sleeps on none. */
#define DEPTH_WORD(d) (1 + (d))
#define PARKED_WORD(e) (1 + DEPTHS + (e))
#define DONE_WORD(e) (1 + DEPTHS + EXTENSIONS + (e))
byte sleepsOn[EXTENSIONS + 1];

/* FUTEX_WAIT: the comparison and the falling asleep are one step. Leaves the thread awake where the
 * word has changed. */
#define FUTEX_WAIT(thread, word, isUnchanged) \
  if \
  :: isUnchanged -> sleepsOn[thread] = word \
  :: else -> skip \
  fi

/* FUTEX_WAKE of all. */
inline futexWake(word) {
  d_step {
    sleeper = 0;
    do
    :: sleeper <= EXTENSIONS ->
      if
      :: sleepsOn[sleeper] == (word) -> sleepsOn[sleeper] = 0
      :: else
      fi;
      sleeper++
    :: else -> break
    od;
    sleeper = 0
  }
}
hidden byte sleeper;

/* As many as are awaited, while a thread of somebody else sleeps on the word, too: it has stood in
 * the queue for longer, and takes the place of the last one. */
inline futexWakeCounted(word) {
  d_step {
    sleeper = 0; spared = 0;
    do
    :: sleeper <= EXTENSIONS ->
      if
      :: sleepsOn[sleeper] == (word) && spared -> sleepsOn[sleeper] = 0
      :: sleepsOn[sleeper] == (word) && !spared -> spared = 1
      :: else
      fi;
      sleeper++
    :: else -> break
    od;
    sleeper = 0; spared = 0
  }
}
hidden byte spared;
#ifdef COUNTS_SLEEPERS
#define WAKE_DEPTH(word) futexWakeCounted(word)
#else
#define WAKE_DEPTH(word) futexWake(word)
#endif
/* Wakes one where two may sleep: an extension behind it, and the host. */
#ifdef WAKES_ONE
#define WAKE_DONE(word) futexWakeOne(word)
#else
#define WAKE_DONE(word) futexWake(word)
#endif
inline futexWakeOne(word) {
  d_step {
    sleeper = 0;
    do
    :: sleeper <= EXTENSIONS ->
      if
      :: sleepsOn[sleeper] == (word) -> sleepsOn[sleeper] = 0; break
      :: else
      fi;
      sleeper++
    :: else -> break
    od;
    sleeper = 0
  }
}
