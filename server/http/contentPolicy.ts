import { contentSecurityPolicy } from './securityHeaders.ts';

/**
 * The current content security policy. It can grow: an external identity provider's discovery document may name origins that are unknown
 * until it is read.
 */
export interface ContentPolicy {
  readonly text: () => string;
  /** Allows the console's pages to connect to these origins too; earlier ones stay allowed. */
  readonly allowConnect: (origins: readonly string[]) => void;
}

/** Creates the policy with the origins known from the configuration. */
export function createContentPolicy(known: readonly string[]): ContentPolicy {
  const allowed = new Set(known);
  let text = contentSecurityPolicy([...allowed].sort());
  return {
    text: () => text,
    allowConnect: (origins) => {
      for (const origin of origins) allowed.add(origin);
      // Sorted, so that instances that learnt the origins in another order serve the same policy and shell.
      text = contentSecurityPolicy([...allowed].sort());
    },
  };
}
