import type { Moment } from './identity.ts';

/** A person's filters of one screen, by name. */
interface SavedViewRow {
  tenant_id: string;
  account_id: string;
  view_id: string;
  screen: string;
  name: string;
  /** The screen's address after the question mark. */
  query: string;
  updated_at: Moment;
  version: number;
}

export interface SavedViewTables {
  saved_views: SavedViewRow;
}
