import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import * as identity from './001_identity.ts';
import * as events from './010_events.ts';
import * as verifications from './011_verifications.ts';
import * as operations from './012_operations.ts';
import * as finance from './013_finance.ts';
import * as signedFinance from './014_signed_finance.ts';
import * as evidence from './030_evidence.ts';
import * as commands from './040_commands.ts';
import * as governance from './050_governance.ts';
import * as compliance from './060_compliance.ts';
import * as savedViews from './070_saved_views.ts';
import * as tenantAndNotices from './080_tenant_and_notices.ts';
import * as displays from './090_displays.ts';
import * as userAdministration from './100_user_administration.ts';
import * as ownAccount from './110_own_account.ts';
import * as passkeys from './111_passkeys.ts';
import * as decidedAt from './120_decided_at.ts';
import * as trailDecidedAt from './121_trail_decided_at.ts';
import * as consequences from './130_consequences.ts';
import * as figures from './131_figures.ts';
import * as severity from './132_severity.ts';
import * as wallInterrupts from './133_wall_interrupts.ts';
import * as accountsBesideNames from './134_accounts_beside_names.ts';
import * as simulatedAt from './135_simulated_at.ts';
import * as signedStatements from './136_signed_statements.ts';
import * as accountLetters from './137_account_letters.ts';
import * as newestMoment from './138_newest_moment.ts';
import * as keyLife from './140_key_life.ts';
import * as checkpoints from './141_checkpoints.ts';
import * as minorUnits from './142_minor_units.ts';
import * as rules from './150_rules.ts';
import { RowsBreakRules } from './150_rules.ts';
import * as signed from './151_signed.ts';
import * as moneyStays from './152_money_stays.ts';
import * as refusalSums from './153_refusal_sums.ts';
import * as confirmedAddresses from './154_confirmed_addresses.ts';
import * as proofsFrom from './155_proofs_from.ts';
import * as wrappedSecrets from './156_wrapped_secrets.ts';
import * as keptAnswers from './158_kept_answers.ts';
import * as accountGuesses from './159_account_guesses.ts';
import * as sessionKeys from './160_session_keys.ts';
import * as reauthentication from './163_reauthentication.ts';
import * as linkedAccounts from './164_linked_accounts.ts';
import * as lockTries from './165_lock_tries.ts';
import * as factors from './166_factors.ts';
import * as passkeysAfterPassword from './167_passkeys_after_password.ts';
import * as deviceKeys from './168_device_keys.ts';

interface Migration {
  /** Takes the schema one step on. Written to PostgreSQL 15's feature set; PGlite takes the same. */
  up(db: Kysely<never>): Promise<void>;
}

/** Every migration under its name, which is recorded: append, never rename, never change one that was released. */
const migrations: Readonly<Record<string, Migration>> = {
  '001_identity': identity,
  '010_events': events,
  '011_verifications': verifications,
  '012_operations': operations,
  '013_finance': finance,
  '014_signed_finance': signedFinance,
  '030_evidence': evidence,
  '040_commands': commands,
  '050_governance': governance,
  '060_compliance': compliance,
  '070_saved_views': savedViews,
  '080_tenant_and_notices': tenantAndNotices,
  '090_displays': displays,
  '100_user_administration': userAdministration,
  '110_own_account': ownAccount,
  '111_passkeys': passkeys,
  '120_decided_at': decidedAt,
  '121_trail_decided_at': trailDecidedAt,
  '130_consequences': consequences,
  '131_figures': figures,
  '132_severity': severity,
  '133_wall_interrupts': wallInterrupts,
  '134_accounts_beside_names': accountsBesideNames,
  '135_simulated_at': simulatedAt,
  '136_signed_statements': signedStatements,
  '137_account_letters': accountLetters,
  '138_newest_moment': newestMoment,
  '140_key_life': keyLife,
  '141_checkpoints': checkpoints,
  '142_minor_units': minorUnits,
  '150_rules': rules,
  '151_signed': signed,
  '152_money_stays': moneyStays,
  '153_refusal_sums': refusalSums,
  '154_confirmed_addresses': confirmedAddresses,
  '155_proofs_from': proofsFrom,
  '156_wrapped_secrets': wrappedSecrets,
  '158_kept_answers': keptAnswers,
  '159_account_guesses': accountGuesses,
  '160_session_keys': sessionKeys,
  '163_reauthentication': reauthentication,
  '164_linked_accounts': linkedAccounts,
  '165_lock_tries': lockTries,
  '166_factors': factors,
  '167_passkeys_after_password': passkeysAfterPassword,
  '168_device_keys': deviceKeys,
};

/** Names in the order in which they run. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/** Number of the lock under which the schema is changed and the first data is made, of no meaning otherwise. */
export const MIGRATION_LOCK = '7205759403792794';

/**
 * Brings the schema up to date, all steps in one transaction, and returns the names it ran. Instances that start together
 * wait for each other on an advisory lock. A database that is ahead of this code is refused: an older platform must not write to it.
 */
export async function migrate(db: Kysely<Database>, named: 'DATA_DIR' | 'DATABASE_URL' = 'DATA_DIR'): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    // Whoever comes second waits for as long as the first takes: it has nothing to serve before.
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(trx);
    await sql`create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())`.execute(trx);
    const due = await dueIn(trx, named);
    for (const name of due) {
      // migrations write raw SQL and know no tables: typed as a database without any
      await migrations[name]?.up(trx as unknown as Kysely<never>).catch((cause: unknown) => {
        if (cause instanceof RowsBreakRules)
          throw new Error(
            `${cause.message}. Step ${name} of the database's changes was not made, and nothing was changed: the database is as it was before.`,
            {
              cause,
            },
          );
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Step ${name} of the database's changes failed (${why}). Nothing was changed: the database is as it was before.`, {
          cause,
        });
      });
      await sql`insert into schema_migrations (name) values (${name})`.execute(trx);
    }
    return due;
  });
}

/**
 * The steps that a database still has to take.
 * @throws Error where a newer platform has written it
 */
export async function dueIn(db: Kysely<Database>, named: 'DATA_DIR' | 'DATABASE_URL' = 'DATABASE_URL'): Promise<readonly string[]> {
  const ran = new Set((await sql<{ name: string }>`select name from schema_migrations`.execute(db)).rows.map((row) => row.name));
  const unknown = [...ran].filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new Error(
      `The database was written by a newer platform (${unknown.join(', ')}). Start that version, or point ${named} elsewhere.`,
    );
  return migrationNames.filter((name) => !ran.has(name));
}
