import type { LiveRead } from '../../bridge/useStored.ts';
import { useUnsentOf } from '../../bridge/useUnsent.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { usePopover } from '../chrome/usePopover.ts';

const { Part: UnsentList, preload } = lazyPart(() => import('./UnsentList.tsx').then(({ UnsentList: component }) => component));

/** The device does not give the outbox out: the hub may still have it in memory. */
export function NotRead({ read, form }: { readonly read: LiveRead<readonly OutboxItem[]>; readonly form: 'box' | 'line' }) {
  const { count } = useUnsentOf(read);
  if (count === 0) return null;
  const words = count === null ? 'not known' : `${count} unsent`;
  return (
    <Outbox look={count === null ? 'unknown' : 'unsent'} words={words} form={form} items={null}>
      {count === null ? 'Outbox not known' : words}
    </Outbox>
  );
}

export interface OutboxProps {
  readonly look: 'refused' | 'unsent' | 'unknown';
  readonly words: string;
  readonly form: 'box' | 'line';
  readonly items: readonly OutboxItem[] | null;
  readonly children: string;
}

const shapes = { refused: 'bad', unsent: 'pending', unknown: 'unknown' } as const;

/** The button beside the state of the connection; behind it, what waits and why. */
export function Outbox({ look, words, form, items, children }: OutboxProps) {
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
