import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { LetterPurpose } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { keepLink, type LinkKind } from '../identity/accountLinks.ts';
import type { LinkedPurpose, NewLetter } from './letter.ts';
import type { LinkKey } from './linkKey.ts';

interface Row {
  readonly letterId: string;
  readonly purpose: LetterPurpose;
  readonly accountId: string;
  readonly to: string | null;
  readonly name: string;
  readonly facts: Readonly<Record<string, string | null>>;
  readonly linkKey: string | null;
}

/** What is asked of the platform for writing letters. */
export interface Writer {
  readonly now: Date;
  /** Who letters say they come from: `Name <address>` or an address. */
  readonly from: string;
}

/** Writes a letter without a link in the transaction that causes it: it goes out if, and only if, that stands. */
export async function writeLetter(trx: Kysely<Database>, writer: Writer, letter: NewLetter): Promise<void> {
  await insert(trx, writer, { ...letter, facts: { ...letter.facts }, letterId: randomUUID(), linkKey: null });
}

/** Which kind of link a letter carries. */
export const linkKindOf = { reset: 'reset', email_confirm: 'email', invitation: 'invite' } as const satisfies Record<
  LinkedPurpose,
  LinkKind
>;

/** The same for a letter with a link. The link is kept as its hash; its secret leaves this function in nothing. */
export async function writeLinked(
  trx: Kysely<Database>,
  writer: Writer & { readonly key: LinkKey },
  letter: { readonly purpose: LinkedPurpose; readonly accountId: string; readonly to: string; readonly name: string },
): Promise<void> {
  const { key, now } = writer;
  const letterId = randomUUID();
  await insert(trx, writer, { ...letter, facts: {}, letterId, linkKey: key.id });
  const { purpose, accountId, to } = letter;
  await keepLink(
    trx,
    {
      token: key.tokenOf({ letterId, purpose, accountId }),
      kind: linkKindOf[purpose],
      accountId,
      email: purpose === 'email_confirm' ? to : null,
      letterId,
    },
    now,
  );
}

async function insert(trx: Kysely<Database>, { now, from }: Writer, row: Row): Promise<void> {
  await trx
    .insertInto('account_letters')
    .values({
      letter_id: row.letterId,
      account_id: row.accountId,
      purpose: row.purpose,
      to_address: row.to,
      to_name: row.name,
      facts: JSON.stringify(row.facts),
      message_id: `<${row.letterId}@${hostOf(from)}>`,
      link_key: row.linkKey,
      written_at: now,
      waiting_since: now,
      due_at: now,
    })
    .execute();
}

/** Where letters come from: what a Message-ID ends in. */
function hostOf(from: string): string {
  return /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'ukweli';
}
