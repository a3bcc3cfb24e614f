import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { LetterPurpose } from '../../src/contracts/userLetter.ts';
import type { Database } from '../db/schema.ts';
import { keepLink, type LinkKind } from '../identity/linking/accountLinks.ts';
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

/** Context for writing letters. */
export interface Writer {
  readonly now: Date;
  /** Sender of the letters: `Name <address>` or an address. */
  readonly from: string;
}

/** Writes a letter without a link in the transaction that causes it: it is sent if and only if that commits. */
export async function writeLetter(trx: Kysely<Database>, writer: Writer, letter: NewLetter): Promise<void> {
  await insert(trx, writer, { ...letter, facts: { ...letter.facts }, letterId: randomUUID(), linkKey: null });
}

/** The kind of link in each kind of letter. */
export const linkKindOf = { reset: 'reset', email_confirm: 'email', invitation: 'invite' } as const satisfies Record<
  LinkedPurpose,
  LinkKind
>;

/** Writes a letter with a link. Only the link's hash is stored; its secret does not leave this function. */
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

/** Host part of the sender's address, used in the Message-ID. */
function hostOf(from: string): string {
  return /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'ukweli';
}
