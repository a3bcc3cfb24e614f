import { destination, pino } from 'pino';

/** Fields of a log line. Ids and codes only: no names, addresses, tokens or payloads. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log: one JSON object a line, so that hostile text cannot forge a second line. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `failure` goes to the log only, never into an answer. */
  error(event: string, failure: unknown, fields?: LogFields): void;
}

/**
 * Creates a logger. Default output is standard error, written at once so that the last line before an end is not lost; standard output is
 * for the messages of `npm start`.
 */
export function createLogger(write?: (line: string) => void): Logger {
  const out = pino(
    {
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    write === undefined ? destination({ dest: process.stderr.fd, sync: true }) : { write },
  );
  return {
    info: (event, fields = {}) => out.info(fields, event),
    warn: (event, fields = {}) => out.warn(fields, event),
    error: (event, failure, fields = {}) => out.error({ ...fields, ...told(failure) }, event),
  };
}

/** An error's message, code and stack. Library messages may quote their input, so addresses and long numbers are redacted. */
function told(failure: unknown): object {
  if (!(failure instanceof Error)) return { failure: withoutPersons(String(failure)) };
  const { code } = failure as { code?: unknown }; // set by errors of Node and the drivers
  const frames = failure.stack?.split('\n').filter((frame) => /^\s+at /.test(frame));
  return {
    failure: withoutPersons(failure.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(frames === undefined ? {} : { stack: frames.join('\n') }),
  };
}

const withoutPersons = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/[^\s@"'(=<]+@[^\s@"')>]+/g, '[redacted]')
    .replace(/\+?\d[\d ().-]{8,}\d/g, '[redacted]');
