import type { Result } from '../../contracts/problem.ts';
import type { DeviceKeyStore } from '../../store/deviceKeys.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import type { UnsentRows } from '../../store/unsentRows.ts';

/** The stores, as functions: the hub is tested with databases in memory. */
export interface HubStores {
  readonly meta: MetaStore;
  /** `key` opens what is sealed; null where nothing is. */
  readonly open: (tenantId: string, userId: string, key: CryptoKey | null, generation: number) => Promise<Result<WriteStore>>;
  /** Makes the rows of a database unreadable but for the tables of `keep`, `sealedAlone` for what is sealed in them; its writer, if there is one, is stopped first. */
  readonly emptyDatabase: (name: string, keep: readonly string[], sealedAlone?: boolean) => Promise<Result<null>>;
  readonly removeDatabase: (name: string) => Promise<Result<null>>;
  /** The key that the session is bound to. */
  readonly deviceKeys: DeviceKeyStore;
  /** What is unsent in a database, whether or not it can be opened as a store. */
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
}
