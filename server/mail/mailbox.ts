import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mailer, NotTaken, type Outgoing } from './mailer.ts';

const keptMs = 7 * 86_400_000;

/**
 * Folder for letters if no mail server is configured. Only its owner can read it, since links in letters give access to accounts (D-22).
 */
export function mailboxFolder(dataDir: string): string {
  return join(dataDir, 'mailbox');
}

/**
 * Writes every letter atomically to a file of its own (RFC 5322, `.eml`), named by time of writing and number. A letter that is sent
 * again overwrites its file.
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
        // Disk full or folder missing: can be repaired, so not the letter's fault.
        const { code = 'unknown' } = Object(failure) as NodeJS.ErrnoException;
        throw new NotTaken(`The mailbox folder did not accept the email: ${code}`, false);
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

/** Keeps a header on one line, since a line break would allow header injection. */
function header(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ');
}
