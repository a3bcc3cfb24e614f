import type { IncomingHttpHeaders } from 'node:http';
import { isOnLoopback, type ServerConfig } from '../config.ts';
import { demoPassword } from './demoAccounts.ts';

/**
 * Headers by which a proxy says that somebody else asks (RFC 7239, and what came before it). Whoever stands behind one may be anywhere, though the
 * connection comes from this machine: a tunnel or a proxy in front of a demonstration makes a stranger a neighbour.
 */
const forwarding = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'] as const;

/** Whether a call says of itself that it was handed on, by whatever header; its value counts for nothing. */
export function isForwarded(sent: IncomingHttpHeaders): boolean {
  return Object.keys(sent).some((name) => name.startsWith('x-forwarded-') || forwarding.some((known) => known === name));
}

/**
 * Whether this password opens nothing here though it fits: it stands in the README, and whoever asks may be anybody in the world (G-7). It does where the platform is on
 * loopback and the call came straight from there.
 * @param given as typed: two spellings of the same characters are one password (passwords.ts)
 * @param forwarded whether the call was handed on by somebody (`isForwarded`)
 */
export function isBarredAsPublished(config: Pick<ServerConfig, 'host' | 'origin'>, given: string, forwarded: boolean): boolean {
  return given.normalize('NFKC') === demoPassword && (forwarded || !isOnLoopback(config));
}
