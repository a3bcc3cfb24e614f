import type { HashCut } from '../../domain/format.ts';
import './evidence.css';
import './verdict.css';

/** Index of the first difference between two texts; -1 if equal. */
export function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at;
  return a.length === b.length ? -1 : shorter;
}

/** `text` cut to `length` so that index `at` stays visible. */
function windowOf(text: string, at: number, length: number) {
  const start = at < length ? 0 : Math.max(0, Math.min(at - Math.floor(length / 2), text.length - length));
  return { start, shown: text.slice(start, start + length), before: start > 0, after: start + length < text.length };
}

interface HashPairProps {
  readonly a: string;
  readonly b: string;
  readonly labels: readonly [string, string];
  readonly cut?: HashCut;
}

/** Two hashes below each other, aligned; the first differing digit is marked and always visible. */
export function HashPair({ a, b, labels, cut = 32 }: HashPairProps) {
  const at = firstDifference(a, b);
  const line = (text: string) => {
    const { start, shown, before, after } = windowOf(text, at, cut);
    const mark = at - start;
    return (
      <dd title={text}>
        {before && '…'}
        {at < 0 || mark >= shown.length ? (
          shown
        ) : (
          <>
            {shown.slice(0, mark)}
            <mark>{shown[mark]}</mark>
            {shown.slice(mark + 1)}
          </>
        )}
        {after && '…'}
      </dd>
    );
  };
  return (
    <dl className="uk-hash-pair">
      <dt>{labels[0]}</dt>
      {line(a)}
      <dt>{labels[1]}</dt>
      {line(b)}
    </dl>
  );
}
