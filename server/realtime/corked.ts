import type { Socket } from 'node:net';

/** Sockets with events of this turn that have not been handed to the system. */
let corked: Socket[] = [];

/**
 * Holds a socket's writes until everybody has been told what is being told now: the events of one commit, or of one page of a replay, leave
 * in one system call a reader. One callback for all sockets; a reader that is gone by then is no error.
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
