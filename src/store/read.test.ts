import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { answered, at, openedStore, pipeline } from '../../tests/builders/openedStore.ts';
import { makeKey } from '../../tests/builders/evidencePack.ts';
import { stageRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { readKeys } from './readEvidence.ts';
import { readSyncs } from './read.ts';

const device = openedStore();

it('how each resource was last fetched is read for all of them together', { tags: ['M-13', 'D-15'] }, async () => {
  valueOf(await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(5)));
  expect(await readSyncs()).toContainEqual(expect.objectContaining({ resource: 'pipeline', lastSuccessAt: at, asOfSeq: 5 }));
});

it('the signing keys are read as the platform’s set has them, in its order and doubles and all: two of one name must stay visible', {
  tags: ['M-13', 'D-8', 'K-6'],
}, async () => {
  const keys = ['b', 'a', 'b'].map((kid) => ({ ...makeKey(kid).jwk, kid, kty: 'RSA' }));
  valueOf(await device.store.applyAnswer('jwks', { keys }, answered(5)));
  expect(await readKeys()).toEqual({ rows: keys, corrupt: 0 });
});
