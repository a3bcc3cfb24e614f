import type { Result } from '../../../contracts/problem.ts';
import type { DeviceKeyStore } from '../../../store/deviceKeys.ts';
import type { MetaStore, WriteStore } from '../../../store/types.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';

/** The stores as functions, so that the hub can be tested with in-memory databases. */
export interface HubStores {
  readonly meta: MetaStore;
  /** `key` decrypts encrypted rows; null if there are none. */
  readonly open: (tenantId: string, userId: string, key: CryptoKey | null, generation: number) => Promise<Result<WriteStore>>;
  /**
   * Makes the rows of a database unreadable except for the tables in `keep` (with `encryptedAlone`, only for their encrypted rows); stops
   * its writer first, if there is one.
   */
  readonly emptyDatabase: (name: string, keep: readonly string[], encryptedAlone?: boolean) => Promise<Result<null>>;
  readonly removeDatabase: (name: string) => Promise<Result<null>>;
  /** The key that the session is bound to. */
  readonly deviceKeys: DeviceKeyStore;
  /** The unsent commands in a database, whether or not it can be opened as a store. */
  readonly readUnsent: (name: string, alsoDrafts?: boolean) => Promise<Result<UnsentRows>>;
}
