import { type Draft, draftSchema } from '../../contracts/draft.ts';
import type { Entity } from './entity.ts';

/** Drafts exist only on this device: no answer brings them, and the last writer wins. */
export const draftEntity: Entity<Draft> = {
  table: 'drafts',
  schema: draftSchema,
  keyOf: ({ key }) => key,
  versionOf: () => 0,
  columnsOf: ({ key, at }) => ({ key, at }),
};
