import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { sayPartMissing } from '../feedback/lazyPart.tsx';
import { lazyOverlay } from '../overlay/lazyOverlay.tsx';
import './menu.css';

/** An entry of a menu; one with a `disabledReason` shows it and cannot be chosen. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Right of the label: a count, a state, a shortcut. */
  readonly hint?: ReactNode;
  /** Heading of its group; items of one group must be consecutive. */
  readonly group?: string;
  /** Marked as the current one of its group. */
  readonly checked?: boolean;
  readonly disabledReason?: string;
  readonly danger?: boolean;
}

export interface MenuButtonProps {
  /** Accessible name of the menu, and of an icon-only trigger. */
  readonly label: string;
  /** Content of the trigger button. */
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly onSelect: (id: string) => void;
  readonly triggerClass?: string;
  readonly placement?: 'bottom-start' | 'bottom-end';
  /** Whether the trigger is named by the label (icon triggers) or by its own text. */
  readonly labelled?: boolean;
}

const { Part: OpenMenu, preload: warm } = lazyOverlay(() => import('./OpenMenu.tsx').then(({ OpenMenu: component }) => component));

/**
 * A button that opens a menu. The button is ours and stays; Chakra's menu (32 kB) is loaded on the first hover or focus and mounted
 * beside it when opened, connected by id.
 */
export function MenuButton({
  label,
  trigger,
  items,
  onSelect,
  triggerClass = 'uk-btn',
  placement = 'bottom-start',
  labelled = false,
}: MenuButtonProps) {
  const id = useId();
  const [open, setOpen] = useState<'no' | 'pointer' | 'keyboard'>('no');
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={triggerClass}
        aria-haspopup="menu"
        aria-expanded={open !== 'no'}
        aria-label={labelled ? label : undefined}
        title={labelled ? label : undefined}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={(event) => setOpen((now) => (now === 'no' ? (event.detail === 0 ? 'keyboard' : 'pointer') : 'no'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen('keyboard');
        }}
      >
        {trigger}
      </button>
      {open !== 'no' && (
        <OpenMenu
          label={label}
          triggerId={id}
          items={items}
          placement={placement}
          highlightFirst={open === 'keyboard'}
          onSelect={onSelect}
          onClose={(refocus) => {
            setOpen('no');
            if (refocus) button.current?.focus();
          }}
          onMissing={() => {
            setOpen('no');
            sayPartMissing();
          }}
        />
      )}
    </>
  );
}
