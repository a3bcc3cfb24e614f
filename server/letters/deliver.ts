import type { Platform } from '../context.ts';
import { type Mailer, NotTaken } from '../mail/mailer.ts';
import { type Claimed, claimLetter } from './claim.ts';
import type { LinkKey } from './linkKey.ts';
import { giveUpKeyless, noteCutOff, settleNotTaken, settleSent } from './settle.ts';

/** Longest try, milliseconds: a mail server that answers a word at a time keeps nobody's letter for longer. Well within a claim (claim.ts). */
const tryForMs = 60_000;
/** For how long the end of the platform waits for a letter that is being handed over, milliseconds; cut off, it is sent again. */
const endWithinMs = 5000;
/** The line (db/writeQueue.ts) in which this instance's letters are claimed and settled. */
const line = 'letters';

interface DeliveryParts extends Pick<Platform, 'database' | 'clock' | 'config' | 'log' | 'metrics'> {
  readonly mailer: Mailer;
  readonly linkKey: () => Promise<LinkKey>;
}

/** Sends letters out of their table, one after the other. */
export interface Delivery {
  /**
   * Sends what is due, until nothing is or the mail server is away: then the next round tries on. Rejects where the database is away; and where the key for links cannot be read,
   * once all that carries none was sent.
   * @param stopped whether the platform ends
   */
  sendDue(stopped: () => boolean): Promise<void>;
  /** Resolves with `running`, or once that takes too long for an end. */
  ended(running: Promise<void>): Promise<void>;
}

/** Makes one over the table of letters. */
export function createDelivery({ database, clock, config, log, metrics, mailer, linkKey }: DeliveryParts): Delivery {
  /** Null: taken. Whatever else comes in between is no fault of the letter's, which is tried again. */
  const hand = async ({ row, letter }: Claimed): Promise<{ readonly failure: unknown; readonly forGood: boolean } | null> => {
    const { message_id: messageId, written_at, place } = row;
    try {
      await within(tryForMs, mailer.send({ ...letter, messageId, writtenAt: new Date(written_at), place }));
      return null;
    } catch (failure) {
      return { failure, forGood: failure instanceof NotTaken && failure.forGood };
    }
  };
  /** @param key null where it cannot be read: then of letters without a link alone */
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
      // A server that is away would be asked once for every letter; one that refuses a letter takes the next.
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

/** What `work` comes to; rejects with `NotTaken` where it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotTaken(`The mail server did not take the letter within ${ms} ms`, false)), ms);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
