import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../config.ts';
import { type Mailer, NotTaken } from './mailer.ts';

/**
 * Sends letters to a mail server named by SMTP_URL (D-22). Uses TLS: immediately with `smtps://`, by STARTTLS with `smtp://`. Cleartext
 * is allowed only to this machine, since links in letters give access to accounts. Makes one try; the caller repeats
 * (letters/backoff.ts).
 */
export function createSmtpMailer(parts: {
  /** `smtp[s]://[user:password@]host[:port]`, checked by config.ts. */
  readonly url: string;
  readonly from: string;
  /** Allows cleartext; for tests. Default: only if the address is a loopback host. */
  readonly inTheClear?: boolean;
}): Mailer {
  const url = new URL(parts.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const atOnce = url.protocol === 'smtps:';
  const transport = createTransport({
    host,
    port: url.port === '' ? (atOnce ? 465 : 587) : Number(url.port),
    secure: atOnce,
    requireTLS: !atOnce && !(parts.inTheClear ?? mayGoInTheClear(parts.url)),
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter) {
      try {
        await transport.sendMail({
          from: parts.from,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          date: letter.writtenAt,
          messageId: letter.messageId,
          // Keeps auto-responders from answering (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (failure) {
        const { code = 'unknown', responseCode } = Object(failure) as SmtpFailure; // an Error of nodemailer or Node
        // The server's own text may repeat the address, so it is left out.
        const reason = `The mail server did not accept the email: ${code}${responseCode === undefined ? '' : `, ${responseCode}`}`;
        throw new NotTaken(reason, isForGood(failure));
      }
    },
    prune: async () => undefined,
  };
}

/** Cleartext is allowed only to this machine: an eavesdropper could use the links. */
export function mayGoInTheClear(smtpUrl: string): boolean {
  return isLoopbackHost(new URL(smtpUrl).hostname);
}

/** The used part of a nodemailer error. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  /** The SMTP command that failed. */
  readonly command?: string;
}

/**
 * True if the server refused this letter: its recipient or its text. Other failures (sender, credentials, host name) are the operator's
 * to fix, and the letter must not be lost over them.
 */
function isForGood(failure: unknown): boolean {
  const { code, responseCode, command } = Object(failure) as SmtpFailure;
  // Without a response code, nodemailer refused the address before asking the server.
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
