/** The idempotency keys of one place that changes something (D-24): the platform applies a key once and answers its repeats alike. */
export interface IntentionKeys {
  /** Starts an intention, or continues the one that got no answer, if it is the same. Another one ends it: its keys are forgotten. */
  readonly begin: (intention: string) => void;
  /** The key of one request of the intention: new at its first sending, the same until it is answered. */
  readonly keyOf: (request: string) => string;
  /** The platform has decided this request: sent again, it is a new one. */
  readonly answered: (request: string) => void;
}

/**
 * Only the last intention is remembered. An earlier one that is repeated after another gets a new key: its stored answer would describe
 * a state that the later one may have replaced.
 */
export function createIntentionKeys(newKey: () => string): IntentionKeys {
  let current: string | null = null;
  const keys = new Map<string, string>();
  return {
    begin: (intention) => {
      if (intention !== current) keys.clear();
      current = intention;
    },
    keyOf: (request) => {
      const key = keys.get(request) ?? newKey();
      keys.set(request, key);
      return key;
    },
    answered: (request) => {
      keys.delete(request);
      // What was asked may contain a password: nothing of it is kept longer than its key.
      if (keys.size === 0) current = null;
    },
  };
}
