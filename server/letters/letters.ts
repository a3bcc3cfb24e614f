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

/** Interval at which each instance looks for due letters, milliseconds. Letters that it writes itself are sent at once. */
const lookEveryMs = 5000;
const pruneEveryMs = 3_600_000;

/** Letters about accounts: written in the transaction that causes them, and sent from their table at least once, by any instance (D-65). */
export interface Letters {
  /** Writes a letter. Call `wake` after the transaction has committed. */
  write(trx: Kysely<Database>, letter: NewLetter): Promise<void>;
  /** Writes a letter with a link. */
  writeLinked(
    trx: Kysely<Database>,
    letter: { readonly purpose: LinkedPurpose; readonly accountId: string; readonly to: string; readonly name: string },
  ): Promise<void>;
  /** Whether this instance has the key to send this letter; rejects if its own key cannot be read. */
  canSend(letter: Pick<LetterRow, 'link_key' | 'tries'>): Promise<boolean>;
  /** Schedules a round, after the current request was answered. */
  wake(): void;
  /** Sends due letters and resolves when done. Never rejects: failures are logged and tried again. */
  round(): Promise<void>;
  /** Adds work that runs at the beginning of each round. */
  before(work: () => Promise<void>): void;
}

/** Creates the letters module. Nothing is read or opened before it is used. */
export function createLetters(parts: Pick<Platform, 'database' | 'clock' | 'config' | 'log' | 'metrics' | 'onStart' | 'onClose'>): Letters {
  const { database, clock, config, log, metrics } = parts;
  const { smtpUrl, from } = config.mail;
  const mailer: Mailer =
    smtpUrl === null ? createMailbox({ folder: mailboxFolder(config.dataDir), from }) : createSmtpMailer({ url: smtpUrl, from });
  let opened: Promise<LinkKey> | null = null;
  const linkKey = (): Promise<LinkKey> => {
    // Do not cache a failure: the key file may be restored while the platform runs.
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
    // A failing step does not stop the next ones; the counts of waiting letters matter most then.
    for (const work of [...firsts, () => delivery.sendDue(() => stopped), count]) {
      if (stopped) return;
      await work().catch((failure: unknown) => {
        // Log once when an outage begins (of the database, for example), not at each round.
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
    // Waiting letters stay in their table; shutdown waits only for the letter in transfer, within its time limit.
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
