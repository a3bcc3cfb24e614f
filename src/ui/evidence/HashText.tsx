import { Check, Copy, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cutHash, type HashCut } from '../../domain/format.ts';
import { announce } from '../feedback/LiveRegion.tsx';
import './evidence.css';
import './verdict.css';

interface HashTextProps {
  readonly value: string;
  /** Characters shown; tooltip and clipboard get the whole text. */
  readonly cut?: HashCut;
  /** Kind of text, for the copy button and screen readers: 'seal', 'Correlation ID'. */
  readonly label?: string;
  readonly copy?: boolean;
  readonly quiet?: boolean;
}

/** How long 'copied' is shown, ms. */
const shownMs = 2000;

/** A hash, id or code in monospace; a click copies it in full and confirms it (C-26). */
export function HashText({ value, cut, label = 'hash', copy = true, quiet = false }: HashTextProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const act = async () => {
    clearTimeout(timer.current);
    const done = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    ); // fails without focus or permission
    setState(done ? 'copied' : 'failed');
    announce(done ? `Copied ${label}` : `Could not copy ${label}`);
    timer.current = setTimeout(() => setState('idle'), shownMs);
  };
  const Icon = state === 'copied' ? Check : state === 'failed' ? X : Copy;
  const name = state === 'copied' ? `Copied ${label}` : state === 'failed' ? `Could not copy ${label}` : `Copy ${label}`;
  return (
    <span className="uk-hash" data-quiet={quiet ? '' : undefined}>
      <code title={value}>{cut === undefined ? value : cutHash(value, cut)}</code>
      {copy && (
        <button
          type="button"
          aria-label={name}
          title={name}
          data-copied={state === 'copied' ? '' : undefined}
          data-failed={state === 'failed' ? '' : undefined}
          onClick={(event) => {
            event.stopPropagation();
            void act();
          }}
        >
          <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
