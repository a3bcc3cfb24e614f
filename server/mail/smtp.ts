import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../config.ts';
import { type Mailer, NotTaken } from './mailer.ts';

/**
 * A mail server, by SMTP_URL (D-22). Letters go over TLS: at once with `smtps://`, by STARTTLS with `smtp://`; in the clear to this very machine alone,
 * since the links in them open accounts. One try each: who sends it tries again (letters/backoff.ts).
 */
export function createSmtpMailer(parts: {
  /** `smtp[s]://[user:password@]host[:port]`, checked by config.ts. */
  readonly url: string;
  readonly from: string;
  /** Whether it may do without TLS; as its address says unless a test says otherwise. */
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
          // One address, as an object: a string would be read as a list.
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          date: letter.writtenAt,
          messageId: letter.messageId,
          // Whoever is away should not answer a letter that nobody reads (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (failure) {
        const { code = 'unknown', responseCode } = Object(failure) as SmtpFailure; // an Error of nodemailer's or of Node's
        // The server's words may repeat the address.
        const reason = `The mail server did not take the letter: ${code}${responseCode === undefined ? '' : `, ${responseCode}`}`;
        throw new NotTaken(reason, isForGood(failure));
      }
    },
    prune: async () => undefined,
  };
}

/** Only to this very machine: whoever reads along on the way could use the links. */
export function mayGoInTheClear(smtpUrl: string): boolean {
  return isLoopbackHost(new URL(smtpUrl).hostname);
}

/** What nodemailer tells of a failure, as far as it is used. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  /** What the server had been told. */
  readonly command?: string;
}

/**
 * Whether the server has refused this very letter: what it says to the reader's address or to the text. Everything else (who we are, our password, our own address) is of the way
 * there, which whoever runs the platform mends; a letter that was given up over that would be lost.
 */
function isForGood(failure: unknown): boolean {
  const { code, responseCode, command } = Object(failure) as SmtpFailure;
  // Without a number of the server's it was refused here, before the server was asked.
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
