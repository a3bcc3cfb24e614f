/** What is known of one resource's last fetches; mirrors the store's sync row without knowing it. Server clock, epoch ms. */
export interface FetchRecord {
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
  /** The newest moment at which an event stream vouched for the rows (hello, heartbeat or event with nothing missing); null if none. */
  readonly vouchedAt: number | null;
}

/** How old what a panel shows is (D-15). `at`: epoch milliseconds on the server's clock. */
export type FreshnessState =
  | { readonly kind: 'never' }
  | { readonly kind: 'live'; readonly at: number }
  | { readonly kind: 'asOf'; readonly at: number }
  | { readonly kind: 'stale'; readonly at: number };

/**
 * D-15. `live`: rows are kept up by events, we are connected, and the last fetch is not older than `staleAfterMs`, or the
 * stream vouched for them since. `asOf`: within `staleAfterMs` but nothing keeps them up. `stale`: older. `never`: not held.
 * A stream only vouches for what it feeds: `fedByStream` false for resources that are only refetched.
 * @param nowMs the server's clock as estimated, so that a wrong device clock gives right ages (D-29)
 */
export function freshnessOf(
  record: FetchRecord | null,
  context: { readonly connected: boolean; readonly fedByStream: boolean; readonly staleAfterMs: number; readonly nowMs: number },
): FreshnessState {
  if (record === null || record.lastSuccessAt === null) return { kind: 'never' };
  const vouched = context.fedByStream ? (record.vouchedAt ?? 0) : 0;
  const at = Math.max(record.lastSuccessAt, vouched);
  if (context.nowMs - at > context.staleAfterMs) return { kind: 'stale', at };
  return context.connected ? { kind: 'live', at } : { kind: 'asOf', at };
}
