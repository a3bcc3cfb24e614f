import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mailer, NotTaken, type Outgoing } from './mailer.ts';

const keptMs = 7 * 86_400_000;

/** Where letters go while no mail server is named: a folder that only its owner can read, since links in them open accounts (D-22). */
export function mailboxFolder(dataDir: string): string {
  return join(dataDir, 'mailbox');
}

/**
 * Writes every letter as a file of its own (RFC 5322, `.eml`), named by when it was written and its number, whole or not at all. One that is sent again takes the place of its
 * first sending.
 */
export function createMailbox(parts: { readonly folder: string; readonly from: string }): Mailer {
  const { folder, from } = parts;
  return {
    async send(letter) {
      const name = `${letter.writtenAt.toISOString().replace(/[:.]/g, '-')}-${String(letter.place).padStart(9, '0')}.eml`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const scratch = join(folder, `.${name}.part`);
        await writeFile(scratch, toMessage(letter, from), { mode: 0o600 });
        await rename(scratch, join(folder, name));
      } catch (failure) {
        // A full disk is emptied, a folder given back: never the letter's own fault.
        const { code = 'unknown' } = Object(failure) as NodeJS.ErrnoException;
        throw new NotTaken(`The mailbox folder did not take the letter: ${code}`, false);
      }
    },
    async prune(now) {
      const names = await readdir(folder).catch(() => []); // no letter yet
      for (const name of names) {
        const file = join(folder, name);
        if (now.getTime() - (await stat(file)).mtimeMs > keptMs) await unlink(file);
      }
    },
  };
}

function toMessage({ to, subject, text, messageId, writtenAt }: Outgoing, from: string): string {
  const fields = [
    `From: ${header(from)}`,
    `To: ${header(to)}`,
    `Subject: ${header(subject)}`,
    `Date: ${writtenAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${header(messageId)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${fields.join('\r\n')}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}\r\n`;
}

/** One line: a line break would begin a header of the sender's own choosing. */
function header(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ');
}
