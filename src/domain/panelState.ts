/** What a panel shows in the place of its content, or the content. */
export type PanelState = 'loading' | 'ready' | 'empty' | 'failed';

/** What is known of a panel's rows. `stored` is how reading the device went; the times are those of the last fetches. */
export interface PanelFacts {
  readonly stored: 'loading' | 'ready' | 'failed';
  /** Rows held. */
  readonly held: number;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
}

/**
 * Rows that are held are always shown, whatever failed since: their age says the rest. Nothing held is 'empty' only after
 * the platform has said so once; before, it is still loading, or has failed.
 */
export function panelStateOf({ stored, held, lastSuccessAt, lastFailureAt }: PanelFacts): PanelState {
  if (held > 0) return 'ready';
  if (stored === 'loading') return 'loading';
  if (stored === 'failed') return 'failed';
  if (lastSuccessAt !== null) return 'empty';
  return lastFailureAt === null ? 'loading' : 'failed';
}
