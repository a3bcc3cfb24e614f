/** What a panel shows in the place of its content, or the content. */
export type PanelState = 'loading' | 'ready' | 'empty' | 'failed';

/** What is known of a history: only one that an answer brought ('ready') can be said to lack something. */
export type HistoryState = Exclude<PanelState, 'empty'>;

/** The state of a history that stands in a panel of other rows. */
export const historyStateOf = (state: PanelState): HistoryState => (state === 'empty' ? 'ready' : state);

/** What is known of a panel's rows. */
export interface PanelFacts {
  /** How reading the device went; `loading` too while the age of the rows is not read: no figure without its age. */
  readonly stored: 'loading' | 'ready' | 'failed';
  /** Rows held that can be read. */
  readonly held: number;
  /** Whether rows are known to be missing among them: damaged (F-25), or removed to make room (F-16). */
  readonly lacks: boolean;
  /** Whether the platform ever answered this person on this device. */
  readonly everFetched: boolean;
  /** Whether the last fetch failed, and nothing has succeeded since. */
  readonly failed: boolean;
}

/**
 * Rows that an answer brought are shown, whatever failed since: their age says the rest. Rows alone are not: events bring single ones before
 * any answer, and a first answer's rows can be read a frame before its moment; neither has an age. Nothing held is 'empty' only after the
 * platform has said so once, and never where something that it gave cannot be read here; before, it is still loading, or has failed.
 */
export function panelStateOf({ stored, held, lacks, everFetched, failed }: PanelFacts): PanelState {
  if (stored === 'loading') return 'loading';
  if (held > 0 && everFetched) return 'ready';
  if (stored === 'failed') return 'failed';
  if (everFetched) return lacks ? 'failed' : 'empty';
  return failed ? 'failed' : 'loading';
}
