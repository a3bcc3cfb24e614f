import { refusePlain } from './refusePlain.ts';
import { ConsoleDb } from './schema.ts';

/** The same for who writes. Pages only read, and carry none of this. */
export class WritingDb extends ConsoleDb {
  /** Whether rows that are not sealed are refused (refusePlain.ts): set once nothing is under way that was made ready before the lock. */
  sealedOnly = false;

  constructor(...given: ConstructorParameters<typeof ConsoleDb>) {
    super(...given);
    refusePlain(this, () => this.sealedOnly && this.sealer?.seals === true);
  }
}
