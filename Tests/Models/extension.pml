/* The render thread of an extension: CycleReceiver+Render.swift, and CTenutoExtension/cycle.c, which
 * is the same in C. One statement for each access to a shared word. */

/* The slot that `waiter` names: a spare has that of the node that it replaces. */
#ifdef SPARE
#define SLOT(e) ((e) == 3 -> 0 : (e))
#else
#define SLOT(e) (e)
#endif

/* Seen by the assertions and the monitor only. */
bit isDying[EXTENSIONS];
bit isRendering[EXTENSIONS];
bit isWaking[EXTENSIONS];   /* between the store of `done` and the end of the wake-up */
bit isAlive[EXTENSIONS];    /* LifeFlag: what the host knows */

/* Predecessor: whom an extension is linked to. */
byte before[EXTENSIONS];

#ifdef SLEEPS_UNCHECKED
#define UNLESS_CHANGED(x) true
#else
#define UNLESS_CHANGED(x) (x)
#endif
#ifdef COMPARES_FOR_EQUALITY
#define COMES_AFTER(a, b) ((a) != (b))
#else
#define COMES_AFTER(a, b) IS_AHEAD(a, b)
#endif

proctype Extension(byte self, newest, level; bit wasParked, follows) {
  byte number, saw, others, linked;
  byte nextLevel;
  bit nextFollows, wakes, asked;
  byte reason;  /* what says `number`: 0 the depth's cycle, 1 linked, 2 go */

  {
    skip;
  again:
    atomic {
      others = before[self];
      if
      :: to[self].parked -> wasParked = 1; goto park
      :: wasParked && !to[self].parked ->
        wasParked = 0; level = to[self].depth; follows = to[self].follows
      :: else
      fi;
      if
      :: follows && others != NONE -> saw = from[others].done; goto looksBehind
      :: else ->
        number = cycle[level];
        if
        :: COMES_AFTER(number, newest) -> reason = 0; goto begins
        :: else -> goto sleep
        fi
      fi
    };
  looksBehind:
    number = to[self].go;
    atomic {
      linked = to[self].linked;
      if
      :: IS_AHEAD(number, newest) -> reason = 2; goto begins
      :: !IS_AHEAD(number, newest) && saw == linked && IS_AHEAD(linked, newest) ->
        reason = 1; number = linked; goto begins
      :: else -> goto sleepBehind
      fi
    };
  begins:
    atomic {
      if
      :: (reason == 0 && cycle[level] != number) || (reason == 1 && to[self].linked != number) ||
        (reason == 2 && to[self].go != number) ->
        /* A word that has moved meanwhile: the reading may be of two cycles, so it looks again. */
        number = 0; linked = 0; saw = 0; reason = 0;
        goto again
      :: else
      fi;
      asked = to[self].asked == number;
      /* Of a cycle that was given up nobody takes anything. Silence in the place of what is handed
       * on: only where somebody has failed. */
      assert(!asked || number != now || reason != 2 || linked != number || isOver || hasDied);
      /* What is copied is whole. */
      assert(!asked || number != now || reason != 1 || isOver || !isRendering[others]);
      isRendering[self] = asked;
      newest = number; number = 0; linked = 0; saw = 0; reason = 0
    };
#if SWAPS > 0 || defined(CHAIN)
    atomic { nextLevel = to[self].depth; nextFollows = to[self].follows };
#endif
#ifdef LOADS_WAITER_FIRST
    /* A store that is not sequentially consistent waits in the store buffer, and the loads behind it
     * pass it. */
    wakes = to[self].handsOn || waiter[level] == SLOT(self) + 1;
#endif
    atomic {
      isRendering[self] = 0;
      from[self].isSkipped = !asked; from[self].done = newest; isWaking[self] = 1;
      asked = 0
    };
    atomic {
#ifndef LOADS_WAITER_FIRST
      wakes = to[self].handsOn || waiter[level] == SLOT(self) + 1;
#endif
      if
      :: !wakes -> goto told
      :: else
      fi
    };
    atomic {
      WAKE_DONE(DONE_WORD(self));
      wakes = 0;
      goto told
    };
  told:
    atomic {
      isWaking[self] = 0;
#if SWAPS > 0 || defined(CHAIN)
      level = nextLevel; follows = nextFollows; nextLevel = 0; nextFollows = 0;
#endif
      goto again
    };

  park:
    atomic { FUTEX_WAIT(self, PARKED_WORD(self), UNLESS_CHANGED(to[self].parked)) };
  endParked:
    atomic { sleepsOn[self] == 0 -> goto again };
  sleepBehind:
    atomic {
      FUTEX_WAIT(self, DONE_WORD(others), UNLESS_CHANGED(from[others].done == saw));
      number = 0; linked = 0; saw = 0
    };
  endFollowing:
    atomic { sleepsOn[self] == 0 -> goto again };
  sleep:
    atomic { FUTEX_WAIT(self, DEPTH_WORD(level), UNLESS_CHANGED(cycle[level] == number)); number = 0 };
  endWaiting:
    atomic { sleepsOn[self] == 0 -> goto again }
  } unless { isDying[self] };

  /* It has died wherever it was. A thread of the host hears of it, and wakes the render thread that
   * may sleep on it, or behind it: InstanceMemory.wakeHost. */
  d_step { sleepsOn[self] = 0; isRendering[self] = 0; newest = 0; number = 0; saw = 0; asked = 0; linked = 0;
    others = self; level = 0; follows = 0; nextLevel = 0; nextFollows = 0; wasParked = 0; wakes = 0;
    reason = 0; isWaking[self] = 1 };
  isAlive[self] = 0;
  do
  :: others != NONE ->
#ifndef END_WAKES_NO_HOST
    futexWake(DONE_WORD(others));
#endif
    others = follower[others]
  :: else -> break
  od;
  isWaking[self] = 0
}
