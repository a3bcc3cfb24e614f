import type { LiveRead } from '../../bridge/reads/useStored.ts';
import { useUnsentOf } from '../../bridge/acts/useUnsent.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { usePopover } from '../chrome/usePopover.ts';

const { Part: UnsentList, preload } = lazyOverlay(() => import('./UnsentList.tsx').then(({ UnsentList: component }) => component));

type Form = 'box' | 'line';
/** The items to show; or a read that is late or failed: the hub may still have them in memory. */
type OutboxButtonProps = { readonly form: Form } & (
  | { readonly items: readonly OutboxItem[] }
  | { readonly read: LiveRead<readonly OutboxItem[]> }
);

/** The button beside the connection state with the number of waiting or refused commands; opens the list. */
export function OutboxButton(props: OutboxButtonProps) {
  return 'items' in props ? <Known items={props.items} form={props.form} /> : <NotRead read={props.read} form={props.form} />;
}

function Known({ items, form }: { readonly items: readonly OutboxItem[]; readonly form: Form }) {
  const unsent = items.filter(isUnsent).length;
  const refused = items.length - unsent;
  const words = [unsent > 0 ? `${unsent} unsent` : '', refused > 0 ? `${refused} refused` : ''].filter((word) => word !== '').join(', ');
  return (
    <Outbox look={refused > 0 ? 'refused' : 'unsent'} words={words} form={form} items={items}>
      {/* A phone's line has space for one: refused commands need action, unsent ones only the link. */}
      {form === 'line' && refused > 0 ? `${refused} refused` : words}
    </Outbox>
  );
}

function NotRead({ read, form }: { readonly read: LiveRead<readonly OutboxItem[]>; readonly form: Form }) {
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
  readonly look: keyof typeof shapes;
  readonly words: string;
  readonly form: Form;
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
