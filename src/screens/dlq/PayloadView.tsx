import { useMemo } from 'react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { maxLines, payloadLines } from './payload.ts';

/** Readable payload: coloured, limited in size, and without characters that could hide or reorder the text around them. */
export function PayloadView({ payload }: { readonly payload: NonNullable<DeadLetter['payload']> }) {
  const { lines, cut } = useMemo(() => payloadLines(payload), [payload]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre className="uk-mono dlq-payload" tabIndex={0} role="group" aria-label="Payload" dir="ltr">
        {lines.map(({ depth, tokens }, at) => (
          // Lines are identified by their index only, and never move.
          <span key={at} style={{ paddingInlineStart: `${depth * 2 + 2}ch`, textIndent: '-2ch' }}>
            {tokens.map(({ kind, text }, place) => (
              <i key={place} data-kind={kind}>
                {text}
              </i>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
      {cut && <p className="uk-fg2 uk-small">The first {maxLines} lines are shown; the payload is longer.</p>}
    </>
  );
}
