import type { AccountLetterTables } from './tables/accountLetters.ts';
import type { AccountLinkTables } from './tables/accountLinks.ts';
import type { CommandTables } from './tables/commands.ts';
import type { ComplianceTables } from './tables/compliance.ts';
import type { DisplayTables } from './tables/displays.ts';
import type { EvidenceTables } from './tables/evidence.ts';
import type { FactorTables } from './tables/factors.ts';
import type { GovernanceTables } from './tables/governance.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { NoticeTables } from './tables/notices.ts';
import type { OperationsTables } from './tables/operations.ts';
import type { PasskeyTables } from './tables/passkeys.ts';
import type { RefusalTables } from './tables/refusals.ts';
import type { SavedViewTables } from './tables/savedViews.ts';
import type { SecretTables } from './tables/secrets.ts';
import type { SessionKeyTables } from './tables/sessionKeys.ts';
import type { LockTriesTables } from './tables/lockTries.ts';

/** Every table of the database, by name. */
export interface Database
  extends IdentityTables,
    OperationsTables,
    EvidenceTables,
    FactorTables,
    CommandTables,
    GovernanceTables,
    ComplianceTables,
    NoticeTables,
    SavedViewTables,
    DisplayTables,
    AccountLetterTables,
    AccountLinkTables,
    PasskeyTables,
    RefusalTables,
    SecretTables,
    SessionKeyTables,
    LockTriesTables {}
