/**
 * Parses an environment file as systemd's `EnvironmentFile=` does (systemd.exec(5)), so that a command sees the same values as the
 * service: one `NAME=value` per line, comments start with `#` or `;`, a trailing backslash joins lines, quotes keep blanks, nothing is
 * expanded.
 * @throws if a line is none of these; the message has its number but not its content, which may be secret
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const env: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const first = at;
    let line = (lines[at] ?? '').trimStart();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(line) && at + 1 < lines.length) {
      at += 1;
      line = line.slice(0, -1) + (lines[at] ?? '');
    }
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Line ${first + 1} of the environment file is no NAME=value.`);
    const read = unquoted(value.trim());
    if (read === null) throw new Error(`Line ${first + 1} of the environment file opens a quote that it does not close.`);
    env[name] = read;
  }
  return env;
}

/** A value without its quotes and escapes; null if a quote is not closed. */
function unquoted(value: string): string | null {
  let read = '';
  let quote: string | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? '';
    if (sign === quote) quote = null;
    else if (quote === null && (sign === '"' || sign === "'") && (at === 0 || read === '')) quote = sign;
    else if (sign === '\\' && quote !== "'" && at + 1 < value.length) {
      at += 1;
      const next = value[at] ?? '';
      // Within double quotes a backslash escapes only the characters that are special there.
      read += quote === '"' && !'"\\`$'.includes(next) ? `\\${next}` : next;
    } else read += sign;
  }
  return quote === null ? read : null;
}
