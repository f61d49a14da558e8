/* The rendezvous of a host with its extensions, to be checked by spin; SharedMemoryLayout says what
 * it shows.
 *
 *   -DCHAIN    a linked chain of three; without it three side by side
 *   -DFOLLOWING  the chain is linked from the first cycle
 *   -DSPARE    a spare that takes the place of slot 0 when that dies
 *   -DKILLS=n -DDISTURBED=n -DSWAPS=n -DPARKS=n   how often, and for how many cycles deadlines pass
 *   -DLATE=e   only extension e is late
 *
 * Every other -D is a mutation: a protection that is taken away, and that has to be missed. */

#ifndef KILLS
#define KILLS 0
#endif
#ifndef SWAPS
#define SWAPS 0
#endif
#ifndef PARKS
#define PARKS 0
#endif
#ifndef DISTURBED
#define DISTURBED 2
#endif
#ifndef SETTLING
#define SETTLING 3
#endif
/* How many cycles before the end the last one may die. */
#ifndef RECOVERY
#define RECOVERY 2
#endif
/* The newest cycle before the first one: numbers wrap on the way. */
#define BEGIN 13
#define LAST NUMBER(BEGIN + DISTURBED + SETTLING)

#include "words.pml"

byte kills = KILLS;
byte swaps = SWAPS;
byte parks = PARKS;
byte count;   /* cycles so far */

#include "host.pml"
#include "extension.pml"

/* Ends extensions at any step, but for the last RECOVERY cycles. */
proctype Killer() {
  byte victim;
endKiller:
  do
  :: d_step { kills > 0 && count <= DISTURBED + SETTLING - RECOVERY ->  kills--; isDying[0] = 1; hasDied = 1 }
  :: d_step { kills > 0 && count <= DISTURBED + SETTLING - RECOVERY ->  kills--; isDying[1] = 1; hasDied = 1 }
  :: d_step { kills > 0 && count <= DISTURBED + SETTLING - RECOVERY ->  kills--; isDying[2] = 1; hasDied = 1 }
#ifdef SPARE
  :: d_step { kills > 0 && count <= DISTURBED + SETTLING - RECOVERY ->  kills--; isDying[3] = 1; hasDied = 1 }
#endif
  od
}

#if defined(SPARE) && defined(CHAIN)
/* PreparedGraph.linkChains, when another instance has taken the place of one in a chain: the one
 * behind it is told to follow nobody, has come back, and is linked anew. */
proctype Control() {
endControl:
  link[0] == 3;
  mayFollow[1] = NONE;
endControlWaits:
#ifndef LINKS_FOLLOWERS
  !isFollowing[1];
#endif
  d_step {
    /* The old link is freed: nobody may use it. */
    assert(isDying[1] || sleepsOn[1] != DONE_WORD(before[1]));
    before[1] = 3; follower[0] = NONE; follower[3] = 1; wakesOn[1] = 3; 
  };
  mayFollow[1] = 3
}
#endif

/* What is done between two cycles. */
inline boundary() {
  if
  :: isLeading ->
    d_step { isLeading = 0; plan = 1 - plan };
#ifdef MOVES_AFTER_THE_LAST_CYCLE
    to[link[2]].depth = DEPTH(2)
#endif
  :: else
  fi;
  /* Renderer.switchToSpare */
#ifdef SPARE
  if
  :: isSpareAwake && !isAlive[link[0]] ->
    if
    :: !isAlive[3] -> d_step { isSpareAwake = 0; hasSpare = 0 }
    :: else ->
      if
      :: from[3].done == NUMBER(now - 1) ->
        d_step { link[0] = 3; doneCycle[0] = from[3].done; isSpareAwake = 0; hasSpare = 0; wasHeard[0] = 0 }
      :: else
      fi
    fi
  :: else
  fi;
#endif
  if
#if PARKS > 0
  :: !isParked[1] || isDisturbed
#else
  :: true
#endif
#if SWAPS > 0
  :: swaps > 0 && isDisturbed && !isLeading ->
    /* Renderer.continueTransition and RenderSlot.move: slot 2 gets its depth in the next plan. */
    swaps--; isLeading = 1;
#if !defined(CHAIN) && !defined(LEAVES_DEPTHS_OLD)
    if
    :: plan == 0 -> cycle[1] = NUMBER(now - 1)
    :: else
    fi;
#endif
#ifndef MOVES_AFTER_THE_LAST_CYCLE
    isToSkip[2] = from[link[2]].done != NUMBER(now - 1);
    movedAt = now;
    to[link[2]].depth = DEPTH_IN(1 - plan, 2)
#endif
#endif
#if PARKS > 0
  :: parks > 0 && isDisturbed && !isParked[1] ->
    d_step { parks--; isParked[1] = 1; to[link[1]].parked = 1 };
    if
    :: MAY_FOLLOW(link[1]) && wakesOn[link[1]] != NONE -> futexWake(DONE_WORD(wakesOn[link[1]]))
    :: else
    fi
  :: isParked[1] ->
    /* It may sleep on the depth's word, and has missed cycles: it is asked when it has caught up. */
    d_step { isParked[1] = 0; to[link[1]].parked = 0 };
#ifdef UNPARKS_WITHOUT_A_WAKE
    skip
#else
    futexWake(PARKED_WORD(link[1]));
#endif
#endif
  fi
}

/* What is done at the end of one: Renderer.wakeSpares. */
inline ending() {
#ifdef SPARE
  if
  :: isAlive[link[0]] || !hasSpare || isSpareAwake
  :: else ->
    to[3].parked = 0;
    futexWake(PARKED_WORD(3));
    isSpareAwake = 1
  fi
#else
  skip
#endif
}

proctype Host() {
  byte depth;
  do
  :: count < DISTURBED + SETTLING ->
    isDisturbed = count < DISTURBED;
    if
    :: isDisturbed
    :: !isDisturbed && ARE_AT_REST
    fi;
    d_step { count++; now = NUMBER(now + 1); isOver = 0 };
    boundary();
    orderLate();
    depth = 0;
    do
    :: depth < LEVELS ->
      prepare(depth);
      start(depth);
      collect(depth);
      finish(depth);
      depth++
    :: else -> break
    od;
    depth = 0;
    ending()
  :: else -> break
  od
}

init {
  d_step {
    now = BEGIN; movedAt = now;
    cycle[0] = now;
#ifdef CHAIN
    cycle[1] = now; cycle[2] = now;
#else
    /* Not in use for so long that it looks like the future. */
    cycle[1] = NUMBER(now - 9); cycle[2] = NUMBER(now - 9);
#endif
    slot = 0;
    do
    :: slot < EXTENSIONS ->
      from[slot].done = now; to[slot].asked = now; isAlive[slot] = 1;
      mayFollow[slot] = NONE; wakesOn[slot] = NONE; before[slot] = NONE; follower[slot] = NONE;
#ifdef FOLLOWING
      to[slot].linked = now; to[slot].go = now;
#else
      to[slot].linked = NUMBER(now - 9); to[slot].go = NUMBER(now - 9);
#endif
      isSettled[slot] = 1;
      slot++
    :: else -> break
    od;
    slot = 0;
    do
    :: slot < SEATS ->
      link[slot] = slot; doneCycle[slot] = now; wasHeard[slot] = 1; head[slot] = slot;
      to[slot].depth = DEPTH(slot);
#ifdef CHAIN
      if
      :: slot > 0 ->
        mayFollow[slot] = slot - 1; wakesOn[slot] = slot - 1; before[slot] = slot - 1;
        follower[slot - 1] = slot;
#ifdef FOLLOWING
        toldFollows[slot] = 1; isFollowing[slot] = 1; toldSince[slot] = now; to[slot].follows = 1;
        to[slot - 1].handsOn = 1; toldHandsOn[slot - 1] = 1
#endif
      :: else
      fi;
#endif
      slot++
    :: else -> break
    od;
    slot = 0;
#ifdef SPARE
    to[3].parked = 1; hasSpare = 1;
#endif
  };
  atomic {
    run Host();
    slot = 0;
    do
    :: slot < EXTENSIONS -> run Extension(slot, now, to[slot].depth, to[slot].parked, to[slot].follows); slot++
    :: else -> slot = 0; break
    od;
#if KILLS > 0
    run Killer();
#endif
#if defined(SPARE) && defined(CHAIN)
    run Control();
#endif
  }
}
