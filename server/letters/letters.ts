import type { Kysely } from 'kysely';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { createMailbox, mailboxFolder } from '../mail/mailbox.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { createDelivery } from './deliver.ts';
import type { LetterRow, LinkedPurpose, NewLetter } from './letter.ts';
import { keyOfLetter, type LinkKey, openLinkKey } from './linkKey.ts';
import { readStandings } from './standings.ts';
import { writeLetter, writeLinked } from './write.ts';

/** How often each instance looks for letters that are due, milliseconds. Those that it writes itself go out at once. */
const lookEveryMs = 5000;
const pruneEveryMs = 3_600_000;

/** Letters about accounts: written in the transaction that causes them, sent from their table at least once, whichever instance runs then (D-65). */
export interface Letters {
  /** Writes one. Call `wake` once the transaction stands. */
  write(trx: Kysely<Database>, letter: NewLetter): Promise<void>;
  /** Writes one that carries a link. */
  writeLinked(
    trx: Kysely<Database>,
    letter: { readonly purpose: LinkedPurpose; readonly accountId: string; readonly to: string; readonly name: string },
  ): Promise<void>;
  /** Whether this instance is one that can send a letter, as far as its link goes; rejects where its own key cannot be read. */
  canSend(letter: Pick<LetterRow, 'link_key' | 'tries'>): Promise<boolean>;
  /** Sends what is due, soon, and after the answer of whoever calls. */
  wake(): void;
  /** Does the same, and has it done when it resolves. It never rejects: what fails is logged and comes again. */
  round(): Promise<void>;
  /** Work that is done at the beginning of each round. */
  before(work: () => Promise<void>): void;
}

/** Makes them out of the parts of a platform. Nothing is read or opened before it is used. */
export function createLetters(parts: Pick<Platform, 'database' | 'clock' | 'config' | 'log' | 'metrics' | 'onStart' | 'onClose'>): Letters {
  const { database, clock, config, log, metrics } = parts;
  const { smtpUrl, from } = config.mail;
  const mailer: Mailer =
    smtpUrl === null ? createMailbox({ folder: mailboxFolder(config.dataDir), from }) : createSmtpMailer({ url: smtpUrl, from });
  let opened: Promise<LinkKey> | null = null;
  const linkKey = (): Promise<LinkKey> => {
    // A file that could not be read is tried again: whoever runs the platform gives it back.
    opened ??= openLinkKey(config).catch((failure: unknown) => {
      opened = null;
      throw failure;
    });
    return opened;
  };
  const delivery = createDelivery({ database, clock, config, log, metrics, mailer, linkKey });
  const standings = { waiting: 0, givenUp: 0, oldestMs: 0 };
  metrics.gauge('ukweli_letters_waiting', () => standings.waiting);
  metrics.gauge('ukweli_letters_oldest_waiting_seconds', () => standings.oldestMs / 1000);
  metrics.gauge('ukweli_letters_given_up', () => standings.givenUp);

  const firsts: (() => Promise<void>)[] = [];
  let failing = false;
  let stopped = false;
  let again = false;
  let running: Promise<void> | null = null;
  const count = async (): Promise<void> => void Object.assign(standings, await readStandings(database.db, clock.now()));
  const once = async (): Promise<void> => {
    let failed = false;
    // What fails keeps what comes after it from nothing: how many wait is told all the more.
    for (const work of [...firsts, () => delivery.sendDue(() => stopped), count]) {
      if (stopped) return;
      await work().catch((failure: unknown) => {
        // The database is away, say: one line when it goes.
        if (!failing && !failed && !stopped) log.error('letters.round', failure);
        failed = true;
      });
    }
    failing = failed;
  };
  const round = (): Promise<void> => {
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        await once();
      }
    })().finally(() => void (running = null));
    return running;
  };

  parts.onStart(() => {
    const looking = setInterval(() => void round(), lookEveryMs);
    const pruning = setInterval(() => void mailer.prune(clock.now()).catch((failure) => log.error('mail.prune', failure)), pruneEveryMs);
    parts.onClose(() => {
      clearInterval(looking);
      clearInterval(pruning);
    });
    void round();
  });
  parts.onClose(async () => {
    stopped = true;
    // What waits stays in its table; only the one that is being handed over is waited for, within the time that an end may take.
    await delivery.ended(running ?? Promise.resolve());
  });
  return {
    write: (trx, letter) => writeLetter(trx, { now: clock.now(), from }, letter),
    writeLinked: async (trx, letter) => writeLinked(trx, { now: clock.now(), from, key: await linkKey() }, letter),
    canSend: async ({ link_key, tries }) => link_key === null || tries === 0 || keyOfLetter(await linkKey(), { link_key }) !== null,
    wake: () => void setImmediate(() => void round()),
    round,
    before: (work) => void firsts.push(work),
  };
}
