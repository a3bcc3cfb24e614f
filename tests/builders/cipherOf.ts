import { createRowCipher } from '../../src/store/aesGcm.ts';
import type { RowCipher } from '../../src/store/rowCipher.ts';

/** The row cipher of a database of this name. */
export function cipherOf(key: CryptoKey, databaseName: string, encrypts = true): Promise<RowCipher> {
  return createRowCipher(key, databaseName, encrypts);
}
