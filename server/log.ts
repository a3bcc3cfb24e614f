/** Fields of a log line. Ids and codes only: no names, addresses, tokens or payloads. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log: one JSON object a line, so that hostile text cannot forge a second line. */
export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `failure` goes to the log only, never into an answer. */
  error(event: string, failure: unknown, fields?: LogFields): void;
}

/** Writes lines to `write`, by default standard error, which leaves standard output to what `npm start` tells people. */
export function createLogger(write: (line: string) => void = (line) => process.stderr.write(line)): Logger {
  const line = (level: string, event: string, fields: LogFields, more: object = {}) =>
    write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...fields, ...more })}\n`);
  return {
    info: (event, fields = {}) => line('info', event, fields),
    warn: (event, fields = {}) => line('warn', event, fields),
    error: (event, failure, fields = {}) => line('error', event, fields, told(failure)),
  };
}

/** A failure in words, its code, and where it came from. A library's message may quote what it was given: addresses and long numbers go. */
function told(failure: unknown): object {
  if (!(failure instanceof Error)) return { failure: withoutPersons(String(failure)) };
  const { code } = failure as { code?: unknown }; // Node's and the drivers' errors carry one
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
