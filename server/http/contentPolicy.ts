import { contentSecurityPolicy } from './securityHeaders.ts';

/** The content security policy as it stands: a foreign identity provider's document may name origins that are known only once it was read. */
export interface ContentPolicy {
  readonly text: () => string;
  /** Lets the console's pages talk to these origins besides our own. What was allowed before stays. */
  readonly allowConnect: (origins: readonly string[]) => void;
}

/** Starts with the origins known from the configuration. */
export function createContentPolicy(known: readonly string[]): ContentPolicy {
  const allowed = new Set(known);
  let text = contentSecurityPolicy([...allowed].sort());
  return {
    text: () => text,
    allowConnect: (origins) => {
      for (const origin of origins) allowed.add(origin);
      // Sorted: instances that learnt of the origins in another order still serve one policy, and so one shell.
      text = contentSecurityPolicy([...allowed].sort());
    },
  };
}
