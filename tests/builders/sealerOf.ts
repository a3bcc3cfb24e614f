import { createSealer } from '../../src/store/sealer.ts';
import type { Sealer } from '../../src/store/sealing.ts';

/** What a database of this name seals and opens with. */
export function sealerOf(key: CryptoKey, databaseName: string, seals = true): Promise<Sealer> {
  return createSealer(key, databaseName, seals);
}
