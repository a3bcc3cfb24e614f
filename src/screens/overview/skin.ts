/** Building blocks of an overview. A skin only arranges them; it has no query, route or handler of its own. */
export type SlotId =
  | 'attention'
  | 'attentionList'
  | 'summary'
  | 'strip'
  | 'health'
  | 'healthRows'
  | 'dgn'
  | 'pipeline'
  | 'queue'
  | 'verifications'
  | 'activity'
  | 'notifications'
  | 'confidence'
  | 'quick';

/** A row of the page: one slot in full width, equal columns, or the last row with a narrow second column. */
export type SkinRow = SlotId | { readonly columns: readonly SlotId[] } | { readonly last: readonly (SlotId | readonly SlotId[])[] };

/** Actions beside the title. */
export type HeadAct = 'role' | 'theme' | 'copy';

/** One layout of the overview. */
export interface SkinSpec {
  readonly id: 'standard' | 'older' | 'smart' | 'morphic';
  readonly title: string;
  /** Headings that differ between the variants. */
  readonly words: { readonly summary: string; readonly health: string };
  readonly head: readonly HeadAct[];
  readonly wide: readonly SkinRow[];
  readonly phone: readonly SkinRow[];
}

export const standardSkin: SkinSpec = {
  id: 'standard',
  title: 'Overview',
  words: { summary: 'Executive summary', health: 'System Health' },
  head: ['role', 'copy'],
  wide: ['attention', 'summary', 'strip', { columns: ['health', 'dgn'] }, { last: ['activity', 'notifications', ['confidence', 'quick']] }],
  phone: ['attention', 'summary', 'healthRows', { last: ['activity', 'notifications', ['confidence', 'quick']] }, 'strip', 'dgn'],
};
