import type { Socket } from 'node:net';

/** Sockets corked in this turn of the event loop. */
let corked: Socket[] = [];

/**
 * Corks a socket until the end of the current turn, so that the events of one commit, or of one page of a replay, leave in one system
 * call per reader. One nextTick callback uncorks all sockets; a socket closed by then is no error.
 */
export function corkUntilTold(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  if (corked.length === 0) process.nextTick(uncorkAll);
  socket.cork();
  corked.push(socket);
}

function uncorkAll(): void {
  const told = corked;
  corked = [];
  for (const socket of told) socket.uncork();
}
