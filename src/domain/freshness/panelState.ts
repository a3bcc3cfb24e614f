/** What a panel shows: its content, or a state instead of it. */
export type PanelState = 'loading' | 'ready' | 'empty' | 'failed';

/** State of a history: only one brought by an answer ('ready') can be said to have gaps. */
export type HistoryState = Exclude<PanelState, 'empty'>;

/** The state of a history inside a panel of other rows. */
export const historyStateOf = (state: PanelState): HistoryState => (state === 'empty' ? 'ready' : state);

/** Facts about a panel's rows. */
export interface PanelFacts {
  /** Result of reading the device's store; `loading` also while the rows' age is not read yet, since no figure is shown without its age. */
  readonly stored: 'loading' | 'ready' | 'failed';
  /** Number of readable rows held. */
  readonly held: number;
  /** True if rows are known to be missing: damaged (F-25), or removed to free space (F-16). */
  readonly lacks: boolean;
  /** True if the platform ever answered this person on this device. */
  readonly everFetched: boolean;
  /** True if the last fetch failed and none has succeeded since. */
  readonly failed: boolean;
}

/**
 * Rows brought by an answer are shown, even after later failures; their age tells the rest. Rows without an answer are not shown, since
 * they have no age: events may bring single rows first, and rows may be read a frame before their fetch time. 'empty' requires an answer
 * that said so, and nothing unreadable; before that the panel is loading or has failed.
 */
export function panelStateOf({ stored, held, lacks, everFetched, failed }: PanelFacts): PanelState {
  if (stored === 'loading') return 'loading';
  if (held > 0 && everFetched) return 'ready';
  if (stored === 'failed') return 'failed';
  if (everFetched) return lacks ? 'failed' : 'empty';
  return failed ? 'failed' : 'loading';
}
