import { z } from '../../contracts/zod.ts';

/**
 * State of a sign-in between leaving for the identity provider and coming back: kept in the tab's session storage (it survives only that
 * round trip) and removed by the first callback.
 */
const transactionSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.optional(z.string()),
  returnTo: z.string(),
  /** Absent if started by a page older than re-authentication: then a session. */
  purpose: z.optional(z.enum(['session', 'proof'])),
  /** The secret of the invitation that was followed. */
  invitation: z.optional(z.string()),
});

/** One sign-in under way. `codeVerifier` is missing only if another script wrote the store. */
export type SignInTransaction = z.infer<typeof transactionSchema>;

/** The part of Storage in use, so that tests can pass a map. */
export type TransactionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'ukweli-sign-in';

/** Stores the sign-in that starts now, replacing an abandoned one. */
export function rememberTransaction(store: TransactionStore, transaction: SignInTransaction): void {
  store.setItem(key, JSON.stringify(transaction));
}

/** Removes and returns the transaction: a second callback with the same code finds none. */
export function takeTransaction(store: TransactionStore): SignInTransaction | null {
  const text = store.getItem(key);
  store.removeItem(key);
  if (text === null) return null;
  try {
    const read = transactionSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
