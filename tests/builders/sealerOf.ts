import { createSealer } from '../../src/store/sealer.ts';
import type { Sealer } from '../../src/store/sealing.ts';

/** The row cipher of a database of this name. */
export function sealerOf(key: CryptoKey, databaseName: string, seals = true): Promise<Sealer> {
  return createSealer(key, databaseName, seals);
}
