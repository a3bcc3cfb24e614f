import { createSealer, type Sealer } from '../../src/store/sealing.ts';
import { createVeil } from '../../src/store/veil.ts';

/** What a connection seals and opens with, by this key. */
export async function sealerOf(key: CryptoKey, databaseName: string, seals = true): Promise<Sealer> {
  return createSealer(key, databaseName, await createVeil(key), seals);
}
