import type { IncomingHttpHeaders } from 'node:http';
import { isOnLoopback, type ServerConfig } from '../../config.ts';
import { demoPassword } from '../demo/demoAccounts.ts';

/**
 * Headers by which a proxy shows that it forwards a call (RFC 7239 and its predecessors). The real caller may be anywhere, although the
 * connection comes from this machine, e.g. through a tunnel to a demonstration.
 */
const forwarding = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'] as const;

/** True if any such header is present, whatever its value. */
export function isForwarded(sent: IncomingHttpHeaders): boolean {
  return Object.keys(sent).some((name) => name.startsWith('x-forwarded-') || forwarding.some((known) => known === name));
}

/**
 * True if this is the demo password, published in the README, and must be refused although it matches (G-7). It is accepted only if the
 * platform is on loopback and the call was not forwarded.
 * @param given as typed; compared in NFKC, as it is hashed (passwords.ts)
 * @param forwarded whether a proxy forwarded the call (`isForwarded`)
 */
export function isRefusedAsPublished(config: Pick<ServerConfig, 'host' | 'origin'>, given: string, forwarded: boolean): boolean {
  return given.normalize('NFKC') === demoPassword && (forwarded || !isOnLoopback(config));
}
