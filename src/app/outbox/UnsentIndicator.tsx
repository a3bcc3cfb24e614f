import { useOutbox, useOutboxWorld } from '../../bridge/useOutbox.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../domain/outbox/item.ts';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { lazyPart, sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { usePopover } from '../chrome/usePopover.ts';
import './outbox.css';

const { Part: UnsentList, preload } = lazyPart(() => import('./UnsentList.tsx').then(({ UnsentList: component }) => component));

/** How many commands wait to be sent or were refused, beside the state of the connection; behind it, which and why. Nothing while all is
 * sent. `line` is the phone's form. */
export function UnsentIndicator({ form }: { readonly form: 'box' | 'line' }) {
  const { open, setOpen, box, button } = usePopover<HTMLDivElement>();
  const { link } = useOutboxWorld();
  // A notification that is marked is so at once, and told in a blink: only one that waits or has failed is worth a word.
  const passing = ({ command, problem }: OutboxItem): boolean => command.kind === 'markNotifications' && link && problem === null;
  const shown = useOutbox().filter((item) => item.state === 'refused' || (isUnsent(item) && !passing(item)));
  const unsent = shown.filter(isUnsent).length;
  const refused = shown.length - unsent;
  if (shown.length === 0) return null;
  const words = [unsent > 0 ? `${unsent} unsent` : '', refused > 0 ? `${refused} refused` : ''].filter((word) => word !== '').join(', ');
  return (
    <div className="app-bell" ref={box}>
      <button
        ref={button}
        type="button"
        className="app-conn app-unsent"
        data-form={form}
        data-look={refused > 0 ? 'refused' : 'unsent'}
        aria-expanded={open}
        aria-label={`Outbox: ${words}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        <Glyph shape={refused > 0 ? 'bad' : 'pending'} />
        {/* A phone's line has room for one of them: what was refused needs a hand, what is unsent only the link. */}
        <span>{form === 'line' && refused > 0 ? `${refused} refused` : words}</span>
      </button>
      {open && (
        <UnsentList
          items={shown}
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
