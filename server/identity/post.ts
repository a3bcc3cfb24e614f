import type { Platform } from '../context.ts';
import { createMailbox, mailboxFolder } from '../mail/mailbox.ts';
import type { Letter, Mailer } from '../mail/mailer.ts';
import { createSmtpMailer } from '../mail/smtp.ts';

/**
 * What is done after the answer has gone out, so that the time an answer takes tells nothing of what is done (A-14: whoever asks for a reset learns by no clock
 * whether the address has an account). The end of the platform waits for it.
 */
export interface Afterwards {
  run(name: string, work: () => Promise<void>): void;
}

export function createAfterwards(platform: Platform): Afterwards {
  const running = new Set<Promise<void>>();
  platform.onClose(async () => void (await Promise.all(running)));
  return {
    run(name, work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((failure: unknown) => platform.log.error(name, failure))
        .finally(() => void running.delete(done));
      running.add(done);
    },
  };
}

/** Sends letters; one that cannot be sent is logged without its contents, and counted. */
export interface Post {
  send(letter: Letter): Promise<void>;
}

export function createPost(platform: Platform): Post {
  const { config, clock, log, metrics } = platform;
  const { smtpUrl, from } = config.mail;
  const mailer: Mailer =
    smtpUrl === null ? createMailbox({ folder: mailboxFolder(config.dataDir), from }) : createSmtpMailer({ url: smtpUrl, from });
  platform.onClose(() => mailer.close());
  platform.onStart(() => {
    const timer = setInterval(() => void mailer.prune(clock.now()).catch((failure) => log.error('mail.prune', failure)), 3_600_000);
    platform.onClose(() => clearInterval(timer));
  });
  return {
    async send(letter) {
      try {
        await mailer.send(letter, clock.now());
        metrics.count('ukweli_letters_total', { outcome: 'done' });
      } catch (failure) {
        metrics.count('ukweli_letters_total', { outcome: 'failed' });
        log.error('mail.send', failure);
      }
    },
  };
}
