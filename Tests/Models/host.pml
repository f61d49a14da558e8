/* The render thread of the host: Renderer+Waiting.swift, +Cycle, +Chain, +Mail and +Plan, RenderSlot,
 * HostPort and CyclePage. Each slot has an instance (`link`), a place in the plan, and what RenderSlot
 * keeps of it. The fast path through a cycle (FastPath) stores the same words in the same order. */

byte link[SEATS];        /* the extension that plays */
byte doneCycle[SEATS];
bit isAsked[SEATS];
bit isGivenUp[SEATS];
bit wasHeard[SEATS];
bit isParked[SEATS];     /* left out by the host */
bit isHandedOn[SEATS];
bit handsOn[SEATS];
bit isOrdered[SEATS];
bit needsNudge[SEATS];
byte head[SEATS];

/* ChainWords, by extension. */
byte mayFollow[EXTENSIONS];  /* `predecessor`: whom it may follow; written by control */
byte wakesOn[EXTENSIONS];    /* `doneWord`: whose word it sleeps on */
bit isFollowing[EXTENSIONS];
bit toldFollows[EXTENSIONS];
byte toldSince[EXTENSIONS];
bit isSettled[EXTENSIONS];
bit toldHandsOn[EXTENSIONS];
byte follower[EXTENSIONS];   /* InstanceMemory.follower */

byte now;            /* the cycle */
bit plan;
bit isLeading;       /* the last cycle of a plan */
bit isSpareAwake;
bit hasSpare;
bit isDisturbed;     /* deadlines pass, graphs change */
bit isOver;          /* the deadline of this cycle has passed */
bit hasDied;

#define NEXT_INSTANCE(e) link[e]

/* --- The two plans --------------------------------------------------------------------------- */
#ifdef CHAIN
/* 0: a chain of three. 1: the last one apart. */
#define DEPTH_IN(p, s) ((p) == 1 && (s) == 2 -> 0 : (s))
#define BEFORE(s) ((s) == 0 || (plan == 1 && (s) == 2) -> NONE : (s) - 1)
#define AFTER(s) ((s) == 2 || (plan == 1 && (s) == 1) -> NONE : (s) + 1)
#define LEVELS (plan == 0 -> 3 : 2)
#else
/* 0: all side by side. 1: the last one at another depth, which was not in use. */
#define DEPTH_IN(p, s) ((p) == 1 && (s) == 2 -> 1 : 0)
#define BEFORE(s) NONE
#define AFTER(s) NONE
#define LEVELS (plan == 0 -> 1 : 2)
#endif
#define DEPTH(s) DEPTH_IN(plan, s)

#define LINK link[slot]
#define DONE(s) from[link[s]].done

/* RenderSlot.readDone: an honest extension never breaks the rules. */
#define CHECK_DONE(s, upTo) \
  assert(!IS_BEHIND(DONE(s), doneCycle[s]) && !IS_AHEAD(DONE(s), upTo)); \
  doneCycle[s] = DONE(s)

#define FOLLOWS(e, done) \
  (isSettled[e] -> toldFollows[e] : (IS_BEHIND(done, toldSince[e]) -> !toldFollows[e] : toldFollows[e]))
#define MAY_FOLLOW(e) (toldFollows[e] || !isSettled[e])

/* ChainWords.follows(done:), with what it notes. */
inline settle(e, done) {
  if
  :: !isSettled[e] && !IS_BEHIND(done, toldSince[e]) ->
    isSettled[e] = 1;
    if
    :: !toldFollows[e] -> isFollowing[e] = 0
    :: else
    fi
  :: else
  fi
}

/* --- What the deadline finds ------------------------------------------------------------------ */

/* No wake-up is lost: whoever sleeps on a word that has what it waits for is about to be woken. An
 * ordered one may miss its wake-up: it is called again. */
inline assertNoWakeUpIsLost(d) {
  d_step {
    other = 0;
    do
    :: other < SEATS ->
      assert(!(sleepsOn[HOST] == DONE_WORD(link[other]) && isAsked[other] && DONE(other) == now &&
        isAlive[link[other]] && !isWaking[link[other]]));
      if
      :: isHandedOn[other] && !isOrdered[other] && isAlive[link[other]] ->
        assert(!(DONE(other) != now && sleepsOn[link[other]] == DONE_WORD(before[link[other]]) &&
          from[before[link[other]]].done == now && !isWaking[before[link[other]]]))
      :: isAsked[other] && DEPTH(other) == d && !isHandedOn[other] && !isOrdered[other] &&
        isAlive[link[other]] && !isDying[link[other]] ->
        assert(sleepsOn[link[other]] == 0 || DONE(other) == now)
      :: else
      fi;
      other++
    :: else -> break
    od;
    other = 0
  }
}

/* All extensions that live are asleep, and the deaths of the others are told. */
#define IS_AT_REST(e) (!isWaking[e] && (sleepsOn[e] != 0 || !isAlive[e]))
#ifdef SPARE
#define ARE_AT_REST (IS_AT_REST(0) && IS_AT_REST(1) && IS_AT_REST(2) && IS_AT_REST(3))
#else
#define ARE_AT_REST (IS_AT_REST(0) && IS_AT_REST(1) && IS_AT_REST(2))
#endif

/* --- Steps ------------------------------------------------------------------------------------ */

#ifdef ASKS_LATE_INSTANCES
#define IS_READY(s) true
#else
#define IS_READY(s) (doneCycle[s] == NUMBER(now - 1))
#endif

/* RenderSlot.begin */
inline begin(s) {
  d_step {
    isAsked[s] = 0;
    if
    :: isAlive[link[s]] ->
      /* One that was late when the cycle began may have skipped it already. */
      CHECK_DONE(s, (isToSkip[s] -> now : now - 1));
      isAsked[s] = !isParked[s] && !isToSkip[s] && IS_READY(s)
    :: else
    fi
  }
}
bit isToSkip[SEATS];

/* HostPort.ask: inputs and events are written just before. */
inline ask(s) {
  d_step {
    assert(!isRendering[link[s]]);
#ifndef ASKS_AFTER_THE_START
    to[link[s]].asked = now
#endif
  }
}

#ifdef DIRECTS_LATE_INSTANCES
#define MAY_BE_PLACED(s) true
#else
#define MAY_BE_PLACED(s) (DONE(s) == NUMBER(now - 1))
#endif

/* Renderer.setSleepWord */
inline sayPlace(s) {
  if
  :: MAY_BE_PLACED(s) ->
    wanted = BEFORE(s) != NONE && mayFollow[link[s]] == link[BEFORE(s)];
    if
    :: wanted != toldFollows[link[s]] ->
      toldFollows[link[s]] = wanted; toldSince[link[s]] = now; isSettled[link[s]] = 0;
      if
      :: wanted -> isFollowing[link[s]] = 1
      :: else
      fi;
#ifndef LEAVES_WORDS_OLD
      to[link[s]].linked = NUMBER(now - 1);
      to[link[s]].go = NUMBER(now - 1);
#endif
      to[link[s]].follows = wanted
    :: else
    fi
  :: else
  fi
}
bit wanted;

inline setHandingOn(s, value) {
  if
  :: toldHandsOn[link[s]] != value ->
    toldHandsOn[link[s]] = value;
#ifndef FORGETS_TO_HAND_ON
    to[link[s]].handsOn = value
#endif
  :: else
  fi
}

/* HostPort.go */
inline sayGo(s) {
  to[link[s]].go = now;
  if
  :: wakesOn[link[s]] != NONE -> futexWake(DONE_WORD(wakesOn[link[s]]))
  :: else
  fi;
}

/* Renderer.orderLate: who is late when the cycle begins, and follows another or has been moved, may skip
 * it at any time, and who follows is told so at once. */
inline orderLate() {
  do
  :: slot < SEATS ->
    if
    :: atomic { isAlive[LINK] && !isParked[slot] && DONE(slot) != NUMBER(now - 1) ->
      if
#ifndef ORDERS_MEMBERS_LATE
      :: MAY_FOLLOW(LINK) ->
#ifndef ASKS_ORDERED_MEMBERS
        isToSkip[slot] = 1;
#endif
        wanted = 1
#endif
#ifndef ASKS_MOVED_MEMBERS
      :: !MAY_FOLLOW(LINK) && slot == 2 && IS_BEHIND(DONE(2), movedAt) -> isToSkip[2] = 1
#endif
      :: else
      fi
    };
      if
      :: wanted -> wanted = 0; sayGo(slot)
      :: else
      fi
    :: else
    fi;
    slot++
  :: else -> slot = 0; break
  od
}
byte movedAt;   /* InstanceLink.movedCycle of slot 2 */

/* Renderer.order */
inline order(s) {
  if
#ifdef ORDERS_MEMBERS_LATE
  :: MAY_FOLLOW(link[s]) && isAlive[link[s]] && !isAsked[s] -> sayGo(s)
#endif
  :: isAsked[s] && MAY_FOLLOW(link[s]) && isAlive[link[s]] ->
    d_step {
      settle(link[s], doneCycle[s]); wanted = FOLLOWS(link[s], doneCycle[s])
    };
    if
    :: wanted ->
      sayGo(s);
      d_step {
        isOrdered[s] = 1;
        other = s;
        do
        :: handsOn[other] -> other = AFTER(other)
        :: else -> break
        od;
#ifndef CALLS_ONCE
        needsNudge[other] = 1;
#endif
        other = 0
      }
    :: else
    fi
  :: else
  fi
}

/* Renderer.prepareChain */
inline prepareChain(first) {
  last = first;
  do
  :: true ->
    next = AFTER(last);
    if
    :: next == NONE || isLeading -> break
    :: else
    fi;
    atomic { sayPlace(next) };
    atomic {
    if
    :: !(isAsked[last] && wasHeard[last] && mayFollow[link[next]] == link[last]) -> break
    :: else
    fi;
    begin(next);
    d_step {
      wanted = isAsked[next];
      if
      :: wanted -> settle(link[next], doneCycle[next]); wanted = FOLLOWS(link[next], doneCycle[next])
      :: else
      fi
    };
    if
    :: !wanted -> break
    :: else
    fi;
    ask(next);
    to[link[next]].go = NUMBER(now - 1);
    to[link[next]].linked = now;
    d_step { isHandedOn[next] = 1; head[next] = first; handsOn[last] = 1 };
    setHandingOn(last, 1);
    last = next
    }
  od;
  setHandingOn(last, 0)
}

/* Renderer.unchain, and what finishing leaves of a chain. */
inline unchain(s) {
  d_step {
    isHandedOn[s] = 0; handsOn[s] = 0; isOrdered[s] = 0; needsNudge[s] = 0; head[s] = s
  }
}

/* Renderer.prepare(depth:) */
inline prepare(d) {
  do
  :: atomic { slot < SEATS && !(DEPTH(slot) == d && !isHandedOn[slot]) -> slot++ }
  :: slot < SEATS && DEPTH(slot) == d && !isHandedOn[slot] ->
      atomic { sayPlace(slot) };
      atomic {
        begin(slot);
        if
        :: isAsked[slot] -> ask(slot)
        :: else
        fi
      };
      prepareChain(slot);
      order(slot);
      slot++
  :: atomic { slot == SEATS -> slot = 0; last = 0; next = 0; wanted = 0; break }
  od
}
byte slot, last, next, other;

/* Renderer.isAwaited, and CyclePage.start or bringUp. */
inline start(d) {
  d_step {
    wanted = 0; other = 0;
    do
    :: other < SEATS ->
      if
      :: DEPTH(other) == d ->
        wanted = wanted || !(isHandedOn[other] || isOrdered[other]) || (other == 0 && isSpareAwake)
      :: else
      fi;
      other++
    :: else -> break
    od;
    other = 0
  };
#ifdef WAKES_BEFORE_THE_START
  if
  :: wanted -> futexWake(DEPTH_WORD(d))
  :: else
  fi;
  cycle[d] = now;
#else
  cycle[d] = now;
  if
  :: wanted -> WAKE_DEPTH(DEPTH_WORD(d))
  :: else
  fi;
#endif
#ifdef ASKS_AFTER_THE_START
  d_step {
    other = 0;
    do
    :: other < SEATS ->
      if
      :: DEPTH(other) == d && isAsked[other] -> to[link[other]].asked = now
      :: else
      fi;
      other++
    :: else -> break
    od;
    other = 0
  };
#endif
  wanted = 0
}

/* Renderer.release */
inline release(s, tail) {
  sayGo(s);
  d_step { isOrdered[s] = 1; needsNudge[tail] = 1 }
}

/* Renderer.nudgeChain: lets go on who waits for somebody that has died. */
inline lookAfter(tail, isAgain) {
  if
  :: isAgain && isOrdered[tail] -> sayGo(tail)
  :: else
  fi;
  if
  :: isHandedOn[tail] ->
    last = head[tail];
    if
    :: isAgain && isOrdered[last] -> sayGo(last)
    :: else
    fi;
    do
    :: last != tail ->
      next = AFTER(last);
#ifndef NUDGES_NO_FOLLOWER
      if
      :: !isAlive[link[last]] && DONE(last) != now && (isAgain || !isOrdered[next]) -> release(next, tail)
      :: else
      fi;
#endif
      last = next
    :: else -> break
    od;
    last = 0; next = 0
  :: else
  fi
}

/* Renderer.giveUpChain */
inline giveUpChain(tail) {
  if
  :: isHandedOn[tail] ->
    last = head[tail];
    do
    :: last != tail ->
      next = AFTER(last);
      if
      :: DONE(last) != now -> release(next, tail); break
      :: else
      fi;
      last = next
    :: else -> break
    od;
    last = 0; next = 0
  :: else
  fi
}

#ifdef WAITS_FOR_THE_DEAD
#define IS_PENDING_ALIVE(s) true
#else
#define IS_PENDING_ALIVE(s) isAlive[link[s]]
#endif
#define IS_PENDING(s) \
  (isAsked[s] && !isGivenUp[s] && !handsOn[s] && DONE(s) != now && IS_PENDING_ALIVE(s))

#ifdef HOST_SLEEPS_UNCHECKED
#define HOST_UNLESS_CHANGED(x) true
#else
#define HOST_UNLESS_CHANGED(x) (x)
#endif

/* Whether a chain has a dead member before its end. */
#define HAS_DEAD(s) \
  (!isAlive[link[s]] || (isHandedOn[s] && (!isAlive[link[head[s]]] || (s == 2 && head[s] == 0 && !isAlive[link[1]]))))

/* A deadline passes while no more than one extension is under way: one is late at a time, for as long
 * as it likes; with LATE always the same one. */
#define IS_UNDER_WAY(e) (isAlive[e] && sleepsOn[e] == 0 -> 1 : 0)
#if defined(LATE)
#define MAY_BE_OVER \
  (IS_UNDER_WAY(0) + IS_UNDER_WAY(1) + IS_UNDER_WAY(2) == IS_UNDER_WAY(LATE))
#elif defined(SPARE)
#define MAY_BE_OVER \
  (IS_UNDER_WAY(0) + IS_UNDER_WAY(1) + IS_UNDER_WAY(2) + IS_UNDER_WAY(3) <= 1)
#else
#define MAY_BE_OVER (IS_UNDER_WAY(0) + IS_UNDER_WAY(1) + IS_UNDER_WAY(2) <= 1)
#endif

/* Renderer.collect */
inline collect(d) {
  /* Whoever finished last the cycle before: here any. */
  if
  :: DEPTH(0) == d -> candidate = 0
  :: DEPTH(1) == d -> candidate = 1
  :: DEPTH(2) == d -> candidate = 2
  fi;
  asleepOn = NONE;
  do
  :: true ->
    if
    :: DEPTH(candidate) == d && IS_PENDING(candidate) ->
      lookAfter(candidate, (asleepOn == candidate && needsNudge[candidate]));
#ifdef NAMES_THE_WAITER_ONCE
      if
      :: waiter[d] == 0 -> waiter[d] = candidate + 1
      :: else
      fi;
#else
      waiter[d] = candidate + 1;
#endif
      atomic { asleepOn = candidate; seen = DONE(candidate) };
      if
      :: seen == now
      :: else ->
        if
        :: isOver -> isGivenUp[candidate] = 1; giveUpChain(candidate)
        :: else ->
          atomic { FUTEX_WAIT(HOST, DONE_WORD(link[candidate]), HOST_UNLESS_CHANGED(DONE(candidate) == seen)) };
          if
          :: sleepsOn[HOST] == 0
          :: atomic {
            sleepsOn[HOST] != 0 && isDisturbed && MAY_BE_OVER ->
            assertNoWakeUpIsLost(d);
            isOver = 1; sleepsOn[HOST] = 0
          }
#ifndef SLEEPS_WITHOUT_SLICES
          :: atomic {
            sleepsOn[HOST] != 0 && ARE_AT_REST ->
            /* A slice is over, or a nudge is due: that is how a death between the look and the sleep
             * is seen, and an order that was missed. */
            assert(HAS_DEAD(candidate) || needsNudge[candidate]);
            slices++;
            assert(slices <= SEATS);
            sleepsOn[HOST] = 0
          }
#endif
          fi
        fi
      fi;
      seen = 0
    :: else ->
      d_step {
        candidate = SEATS;
        do
        :: candidate > 0 ->
          candidate--;
          if
          :: DEPTH(candidate) == d && IS_PENDING(candidate) -> break
          :: else
          fi
        :: else -> candidate = NONE; break
        od;
        seen = 0
      };
      if
      :: candidate == NONE -> break
      :: else
      fi
    fi
  od;
  atomic {
    if
    :: asleepOn != NONE -> waiter[d] = 0
    :: else
    fi;
    candidate = 0; asleepOn = 0; slices = 0
  }
}
byte candidate, asleepOn, seen;
byte slices;   /* in this wait */

/* Renderer.finish(depth:), RenderSlot.hasAnswered: a chain is finished with its last one. */
inline finish(d) {
  slot = 0;
  do
  :: slot < SEATS ->
    if
    :: DEPTH(slot) == d && !handsOn[slot] ->
      atomic {
      last = (isHandedOn[slot] -> head[slot] : slot);
      do
      :: true ->
        d_step {
          wasHeard[last] = 0;
          if
          :: isAsked[last] ->
            CHECK_DONE(last, now);
            wasHeard[last] = doneCycle[last] == now && !from[link[last]].isSkipped;
            /* No cycle ends before its deadline without all answers; but where the last one of a chain
             * dies, nobody waits for those before it, of whom nothing would be heard. */
            assert(wasHeard[last] || isOver || isDying[link[last]] || HAS_DEAD(slot));
            assert(!wasHeard[last] || !isRendering[link[last]])
          :: else
          fi;
          /* Nobody waits for ever: a few cycles after the last disturbance all play. */
          assert(now != LAST || isParked[last] || isDying[link[last]] || wasHeard[last]);
          /* What nobody reads any more is forgotten: fewer states. */
          isToSkip[last] = 0; isGivenUp[last] = 0; isAsked[last] = 0; doneCycle[last] = DONE(last);
#ifndef CHAIN
          wasHeard[last] = 0
#endif
        };
        if
        :: last == slot -> unchain(last); break
        :: else -> next = AFTER(last); unchain(last); last = next
        fi
      od
      }
    :: else
    fi;
    slot++
  :: else -> break
  od;
  slot = 0; last = 0; next = 0
}
