import { useEffect, useState } from 'react';
import { useSessionStatus } from '../../bridge/useHubStatus.ts';
import { useOutboxWorld } from '../../bridge/useOutbox.ts';
import { type LiveRead, useStored } from '../../bridge/useStored.ts';
import { useUnsentOf } from '../../bridge/useUnsent.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { readOutbox } from '../../store/readOutbox.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { usePopover } from '../chrome/usePopover.ts';
import './outbox.css';

const { Part: UnsentList, preload } = lazyPart(() => import('./UnsentList.tsx').then(({ UnsentList: component }) => component));

/** Longer than a store that opens at all takes for it, milliseconds: before that what was not read yet is no news. */
const slowReadMs = 4_000;

/** How many commands wait to be sent or were refused, beside the state of the connection; behind it, which and why. Nothing while all is
 * sent, and 'not known' where nobody can tell: what cannot be read is never shown as none. `line` is the phone's form. */
export function UnsentIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const read = useStored(readOutbox, []);
  const slow = useSlow(read.state === 'loading');
  const isIn = useSessionStatus().phase === 'signedIn';
  if (read.state === 'failed' || slow) return isIn ? <NotRead read={read} form={form} /> : null;
  return read.state === 'ready' && <Known items={read.value} form={form} />;
}

function Known({ items, form }: { readonly items: readonly OutboxItem[]; readonly form: 'box' | 'line' }) {
  const { link } = useOutboxWorld();
  // A notification that is marked is so at once, and told in a blink: only one that waits or has failed is worth a word.
  const passing = ({ command, problem }: OutboxItem): boolean => command.kind === 'markNotifications' && link && problem === null;
  const shown = items.filter((item) => item.state === 'refused' || (isUnsent(item) && !passing(item)));
  const unsent = shown.filter(isUnsent).length;
  const refused = shown.length - unsent;
  if (shown.length === 0) return null;
  const words = [unsent > 0 ? `${unsent} unsent` : '', refused > 0 ? `${refused} refused` : ''].filter((word) => word !== '').join(', ');
  return (
    <Outbox look={refused > 0 ? 'refused' : 'unsent'} words={words} form={form} items={shown}>
      {/* A phone's line has room for one of them: what was refused needs a hand, what is unsent only the link. */}
      {form === 'line' && refused > 0 ? `${refused} refused` : words}
    </Outbox>
  );
}

/** The device does not give the outbox out: the hub may still have it in memory. */
function NotRead({ read, form }: { readonly read: LiveRead<readonly OutboxItem[]>; readonly form: 'box' | 'line' }) {
  const { count } = useUnsentOf(read);
  if (count === 0) return null;
  const words = count === null ? 'not known' : `${count} unsent`;
  return (
    <Outbox look={count === null ? 'unknown' : 'unsent'} words={words} form={form} items={null}>
      {count === null ? 'Outbox not known' : words}
    </Outbox>
  );
}

interface OutboxProps {
  readonly look: 'refused' | 'unsent' | 'unknown';
  readonly words: string;
  readonly form: 'box' | 'line';
  readonly items: readonly OutboxItem[] | null;
  readonly children: string;
}

const shapes = { refused: 'bad', unsent: 'pending', unknown: 'unknown' } as const;

function Outbox({ look, words, form, items, children }: OutboxProps) {
  const { open, setOpen, box, button } = usePopover<HTMLDivElement>();
  return (
    <div className="app-bell" ref={box}>
      <button
        ref={button}
        type="button"
        className="app-conn app-unsent"
        data-form={form}
        data-look={look}
        aria-expanded={open}
        aria-label={`Outbox: ${words}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        <Glyph shape={shapes[look]} />
        <span>{children}</span>
      </button>
      {open && (
        <UnsentList
          items={items}
          onClose={() => setOpen(false)}
          onMissing={() => {
            setOpen(false);
            sayPartMissing();
          }}
        />
      )}
    </div>
  );
}

/** True once this has been so for longer than it takes where all is well. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowReadMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return slow && waiting;
}
