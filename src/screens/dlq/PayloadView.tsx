import { useMemo } from 'react';
import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { mostLines, payloadLines } from './payload.ts';

/** A payload to read: coloured, bounded, and nothing in it that could hide or turn what stands around it. */
export function PayloadView({ payload }: { readonly payload: NonNullable<DeadLetter['payload']> }) {
  const { lines, cut } = useMemo(() => payloadLines(payload), [payload]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre className="uk-mono dlq-payload" tabIndex={0} role="group" aria-label="Payload" dir="ltr">
        {lines.map(({ depth, tokens }, at) => (
          // Lines have no identity but their place, and never move.
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
      {cut && <p className="uk-fg2 uk-small">The first {mostLines} lines are shown; the payload is longer.</p>}
    </>
  );
}
