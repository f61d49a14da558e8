// Attacks that are not simply denied: they print how far they get.
#define _GNU_SOURCE
#include "attempts.h"
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *reason(void) { return errno ? strerrorname_np(errno) : "no end"; }

static void *stay(void *nothing) {
  pause();
  return nothing;
}

static void bomb_threads(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  int count = 1;  // this one
  for (pthread_t thread; count < 2000; count++)
    if ((errno = pthread_create(&thread, &attributes, stay, NULL)) != 0) break;
  printf("threads %d %s\n", count, reason());
}

static void bomb_processes(void) {
  int count = 0;
  for (int round = 0; round < 1000; round++) {
    pid_t child = round % 2 ? vfork() : fork();
    if (child == 0) _exit(0);
    if (child > 0) count++;
  }
  printf("processes %d %s\n", count, reason());
}

static void bomb_memory(void) {
  int count = 0;
  for (; count < 4096; count++) {
    char *volatile piece = malloc(1 << 20);
    if (!piece) break;
    memset(piece, 1, 1 << 20);
  }
  printf("MiB %d %s\n", count, reason());
}

// Addresses on which a host in the machine's own network can answer.
static void connect_port(void) {
  const char *port = getenv("TENUTO_TEST_PORT");
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons((uint16_t)atoi(port ? port : "1")),
      .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int end = socket(AF_INET, SOCK_STREAM, 0);
  int result = end < 0 ? -1 : connect(end, (struct sockaddr *)&address, sizeof address);
  printf("connected %d %s\n", result == 0, result == 0 ? "" : reason());
}

static void hold(void) {
  puts("holds");
  fflush(NULL);
  while (1) pause();
}

const attack attacks[] = {
    {"thread bomb", bomb_threads}, {"process bomb", bomb_processes}, {"memory bomb", bomb_memory},
    {"connect to port", connect_port}, {"hold", hold}, {NULL, NULL}};
