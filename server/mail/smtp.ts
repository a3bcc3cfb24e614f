import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../config.ts';
import type { Letter, Mailer } from './mailer.ts';

/** How long one waits before each further try, milliseconds: a server that is busy, restarts, or lets strangers wait (greylisting) takes the letter later. */
const tryAgainAfter: readonly number[] = [5_000, 60_000, 240_000];

/**
 * A mail server, by SMTP_URL (D-22). Letters go over TLS: at once with `smtps://`, by STARTTLS with `smtp://`; in the clear to this very machine alone,
 * since the links in them open accounts. A refusal for good (5xx) is not argued with; anything else is tried again.
 */
export function createSmtpMailer(parts: {
  /** `smtp[s]://[user:password@]host[:port]`, checked by config.ts. */
  readonly url: string;
  readonly from: string;
  readonly waitsMs?: readonly number[];
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
  const ended = new AbortController();
  const waits = parts.waitsMs ?? tryAgainAfter;

  const hand = (letter: Letter, at: Date) =>
    transport.sendMail({
      from: parts.from,
      // One address, as an object: a string would be read as a list.
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      date: at,
      // Whoever is away should not answer a letter that nobody reads (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  return {
    async send(letter, at) {
      for (let tries = 0; ; tries += 1) {
        try {
          return void (await hand(letter, at));
        } catch (failure) {
          const waitMs = waits[tries];
          if (waitMs === undefined || isForGood(failure) || ended.signal.aborted) throw withoutLetter(failure);
          await sleep(waitMs, undefined, { signal: ended.signal }).catch(() => {
            throw withoutLetter(failure);
          });
        }
      }
    },
    prune: async () => undefined,
    close: () => ended.abort(),
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
}

function isForGood(failure: unknown): boolean {
  const { code, responseCode } = Object(failure) as SmtpFailure; // an Error of nodemailer's or of Node's
  // The server's own number says it; without one it was refused here, before the server was asked.
  return responseCode === undefined ? code === 'EAUTH' || code === 'ENOAUTH' || code === 'EENVELOPE' : responseCode >= 500;
}

/** The server's words may repeat the address; the log is to hold no personal data (A-15). */
function withoutLetter(failure: unknown): Error {
  const { code = 'unknown', responseCode } = Object(failure) as SmtpFailure;
  return new Error(`The mail server did not take the letter: ${code}${responseCode === undefined ? '' : `, ${responseCode}`}`);
}
