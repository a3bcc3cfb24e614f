import { z } from '../../contracts/zod.ts';

/**
 * What a sign-in must remember between leaving for the identity provider and coming back: kept in the tab's session
 * storage (it survives the way there and nothing else), taken out once and for all by the first callback.
 */
const transactionSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.optional(z.string()),
  returnTo: z.string(),
  /** Absent: begun by a page from before proofs; a session. */
  purpose: z.optional(z.enum(['session', 'proof'])),
  /** The secret of the invitation that was followed. */
  invitation: z.optional(z.string()),
});

/** One sign-in under way. `codeVerifier` is missing only in a store that somebody else wrote. */
export type SignInTransaction = z.infer<typeof transactionSchema>;

/** The part of Storage that is used, so that tests hand in a map. */
export type TransactionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'ukweli-sign-in';

/** Remembers the sign-in that starts now; one that was given up before is forgotten. */
export function rememberTransaction(store: TransactionStore, transaction: SignInTransaction): void {
  store.setItem(key, JSON.stringify(transaction));
}

/** Takes the transaction out of the store: a second callback with the same code finds none. */
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
