/** What a panel shows in the place of its content, or the content. */
export type PanelState = 'loading' | 'ready' | 'empty' | 'failed';

/** What is known of a panel's rows. */
export interface PanelFacts {
  /** How reading the device went; `loading` too while the age of the rows is not read: no figure without its age. */
  readonly stored: 'loading' | 'ready' | 'failed';
  /** Rows held. */
  readonly held: number;
  /** Whether the platform ever answered this person on this device. */
  readonly everFetched: boolean;
  /** Whether the last fetch failed, and nothing has succeeded since. */
  readonly failed: boolean;
}

/**
 * Rows that are held are always shown, whatever failed since: their age says the rest. Nothing held is 'empty' only after
 * the platform has said so once; before, it is still loading, or has failed.
 */
export function panelStateOf({ stored, held, everFetched, failed }: PanelFacts): PanelState {
  if (stored === 'loading') return 'loading';
  if (held > 0) return 'ready';
  if (stored === 'failed') return 'failed';
  if (everFetched) return 'empty';
  return failed ? 'failed' : 'loading';
}
