import { refusePlain } from './refusePlain.ts';
import { ConsoleDb } from './schema.ts';

/** `ConsoleDb` for writers. Pages only read and do not load this. */
export class WritingDb extends ConsoleDb {
  /** True: unencrypted rows are refused (refusePlain.ts). Set once no write prepared before the lock is running. */
  encryptedOnly = false;

  constructor(...given: ConstructorParameters<typeof ConsoleDb>) {
    super(...given);
    refusePlain(this, () => this.encryptedOnly && this.cipher?.encrypts === true);
  }
}
