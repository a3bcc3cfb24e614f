import type { Moment } from './identity.ts';

/** A person's named filters of one screen. */
interface SavedViewRow {
  tenant_id: string;
  account_id: string;
  view_id: string;
  screen: string;
  name: string;
  /** The query string of the screen's address, without the question mark. */
  query: string;
  updated_at: Moment;
  version: number;
}

/** Filters that people saved by name. */
export interface SavedViewTables {
  saved_views: SavedViewRow;
}
