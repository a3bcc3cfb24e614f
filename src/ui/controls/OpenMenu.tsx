import { Menu, Portal } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Fragment } from 'react';
import { Kit } from '../kit/Kit.tsx';
import { useBackCloses } from '../overlay/backCloses.ts';
import type { MenuItem } from './Menu.tsx';

interface OpenMenuProps {
  readonly label: string;
  /** Id of its button, used for positioning, outside clicks and ARIA. */
  readonly triggerId: string;
  readonly items: readonly MenuItem[];
  readonly placement: 'bottom-start' | 'bottom-end';
  readonly highlightFirst: boolean;
  readonly onSelect: (id: string) => void;
  readonly onClose: (refocus: boolean) => void;
}

/** The open menu; mounted only while open. Chakra handles arrow keys, Home, End, typing and Escape. */
export function OpenMenu({ label, triggerId, items, placement, highlightFirst, onSelect, onClose }: OpenMenuProps) {
  useBackCloses(true, () => onClose(true));
  const first = items.find((item) => item.disabledReason === undefined)?.id;
  return (
    <Kit>
      <Menu.Root
        open
        ids={{ trigger: triggerId }}
        aria-label={label}
        positioning={{ placement, gutter: 4 }}
        {...(highlightFirst && first !== undefined ? { defaultHighlightedValue: first } : {})}
        onSelect={({ value }) => onSelect(value)}
        onOpenChange={({ open }) => {
          // Focus returns to the button unless the user has already moved it.
          if (!open) onClose(document.activeElement === document.body || document.activeElement?.closest('[role=menu]') !== null);
        }}
      >
        <Portal>
          <Menu.Positioner>
            <Menu.Content aria-label={label} aria-labelledby={undefined}>
              {items.map((item, index) => (
                <Fragment key={item.id}>
                  {item.group !== undefined && item.group !== items[index - 1]?.group && (
                    <p className="uk-menu-group" aria-hidden="true">
                      {item.group}
                    </p>
                  )}
                  <Menu.Item
                    value={item.id}
                    disabled={item.disabledReason !== undefined}
                    color={item.danger === true ? 'bad' : undefined}
                    {...(item.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': item.checked })}
                  >
                    {item.icon !== undefined && <item.icon size={18} strokeWidth={1.75} aria-hidden="true" />}
                    <Menu.ItemText>
                      {item.label}
                      {item.disabledReason !== undefined && <small className="uk-menu-reason">{item.disabledReason}</small>}
                    </Menu.ItemText>
                    {item.hint !== undefined && <span className="uk-fg3 uk-num">{item.hint}</span>}
                    {item.checked === true && <Check size={16} strokeWidth={2} aria-hidden="true" />}
                  </Menu.Item>
                </Fragment>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </Kit>
  );
}
