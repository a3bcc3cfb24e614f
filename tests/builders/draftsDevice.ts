import { afterEach, beforeEach, vi } from 'vitest';
import { hub } from '../../src/bridge/hub/hub.ts';
import { readDb } from '../../src/store/readDb.ts';
import { brian } from './fakePlatform.ts';
import { personsDevice } from './personsDevice.ts';

/** When each draft is kept, epoch milliseconds. */
export const draftedAt = Date.parse('2026-11-21T08:00:00Z');
/** Everything that stands on the disk of drafts. */
export const keptDrafts = () => readDb().rows('drafts').toArray();

/**
 * A device for each test of a file, of Brian, whom every form is open to. Its hub does nothing but keep drafts. Returns a getter of its
 * store, and the hub's call.
 */
export function draftsDevice() {
  const store = personsDevice(brian);
  const keepDraft = vi.spyOn(hub, 'keepDraft');
  beforeEach(() => {
    keepDraft.mockImplementation((key, texts) => store().keepDraft({ key, texts, at: draftedAt }));
  });
  afterEach(() => {
    vi.clearAllMocks();
  });
  return { store, keepDraft };
}
