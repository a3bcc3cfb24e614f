import type { Platform } from '../context.ts';
import { type Mailer, NotTaken } from '../mail/mailer.ts';
import { type Claimed, claimLetter } from './claim.ts';
import type { LinkKey } from './linkKey.ts';
import { giveUpKeyless, noteCutOff, settleNotTaken, settleSent } from './settle.ts';

/** Maximum duration of a try, milliseconds, against very slow mail servers. Well within a claim (claim.ts). */
const tryForMs = 60_000;
/** How long shutdown waits for a letter in transfer, milliseconds; if cut off, it is sent again. */
const endWithinMs = 5000;
/** Write queue (db/writeQueue.ts) in which this instance's letters are claimed and settled. */
const line = 'letters';

interface DeliveryParts extends Pick<Platform, 'database' | 'clock' | 'config' | 'log' | 'metrics'> {
  readonly mailer: Mailer;
  readonly linkKey: () => Promise<LinkKey>;
}

/** Sends letters from their table, one after the other. */
export interface Delivery {
  /**
   * Sends due letters until there are none left or the mail server is unavailable; the next round continues. Rejects if the database is
   * unavailable, and if the link key cannot be read, after sending all letters without a link.
   * @param stopped true once the platform shuts down
   */
  sendDue(stopped: () => boolean): Promise<void>;
  /** Resolves with `running`, or when that exceeds the time for shutdown. */
  ended(running: Promise<void>): Promise<void>;
}

/** Creates the delivery over the table of letters. */
export function createDelivery({ database, clock, config, log, metrics, mailer, linkKey }: DeliveryParts): Delivery {
  /** Returns null if the letter was accepted. Unexpected errors are not the letter's fault, so it is tried again. */
  const hand = async ({ row, letter }: Claimed): Promise<{ readonly failure: unknown; readonly forGood: boolean } | null> => {
    const { message_id: messageId, written_at, place } = row;
    try {
      await within(tryForMs, mailer.send({ ...letter, messageId, writtenAt: new Date(written_at), place }));
      return null;
    } catch (failure) {
      return { failure, forGood: failure instanceof NotTaken && failure.forGood };
    }
  };
  /** @param key null if it cannot be read: then only letters without a link are sent */
  const sendWith = async (key: LinkKey | null, stopped: () => boolean): Promise<void> => {
    await database.write(line, (trx) => noteCutOff(trx, clock.now()));
    while (key !== null && !stopped() && (await database.write(line, (trx) => giveUpKeyless(trx, key.id, clock.now()))))
      metrics.count('ukweli_letters_total', { outcome: 'given_up' });
    while (!stopped()) {
      const claimed = await database.write(line, (trx) => claimLetter(trx, { now: clock.now(), key, config }));
      if (claimed === null) return;
      if (claimed === 'givenUp') {
        metrics.count('ukweli_letters_total', { outcome: 'given_up' });
        continue;
      }
      const not = await hand(claimed);
      if (not === null) {
        await database.write(line, (trx) => settleSent(trx, claimed.row.letter_id, clock.now()));
        metrics.count('ukweli_letters_total', { outcome: 'done' });
        continue;
      }
      const givenUp = await database.write(line, (trx) => settleNotTaken(trx, claimed, not.forGood, clock.now()));
      metrics.count('ukweli_letters_total', { outcome: 'failed' });
      if (givenUp) metrics.count('ukweli_letters_total', { outcome: 'given_up' });
      log.error('mail.send', not.failure, { purpose: claimed.row.purpose, tries: claimed.tries, givenUp });
      // Stop if the server is unavailable, instead of trying it for every letter; continue if it only refused this letter.
      if (!not.forGood) return;
    }
  };
  return {
    async sendDue(stopped) {
      const opened = await linkKey().then(
        (key) => ({ key, failure: null }),
        (failure: unknown) => ({ key: null, failure }),
      );
      await sendWith(opened.key, stopped);
      if (opened.key === null) throw opened.failure;
    },
    ended: (running) => within(endWithinMs, running).catch(() => undefined),
  };
}

/** The result of `work`; rejects with `NotTaken` if it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotTaken(`The mail server did not accept the email within ${ms} ms`, false)), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
