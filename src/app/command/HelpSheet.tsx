import { Keyboard } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Keys } from '../../ui/text/Keys.tsx';
import { keyLabel, type Shortcut, shortcutGroups } from './shortcuts.ts';
import { singleKeys } from './singleKeys.ts';
import { isMac } from './useShortcuts.ts';
import './command.css';

/** All shortcuts of this user, from the table that handles them, and the switch for single-key shortcuts (WCAG 2.1.4). */
export function HelpSheet({ shortcuts, onClose }: { readonly shortcuts: readonly Shortcut[]; readonly onClose: () => void }) {
  const on = useSyncExternalStore(singleKeys.listen, singleKeys.get);
  return (
    <Dialog
      open
      onClose={onClose}
      size="verdict"
      icon={Keyboard}
      title="Keyboard shortcuts"
      description="Press the keys one after the other. Inactive while you type or a dialog is open."
      note={<Checkbox label="Single-key shortcuts" showLabel checked={on} onChange={singleKeys.set} />}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="help-groups">
        {shortcutGroups.map((group) => {
          const rows = shortcuts.filter((shortcut) => shortcut.group === group);
          return rows.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h3 className="uk-caption uk-fg2">{group}</h3>
              <dl>
                {rows.map(({ keys, words, act }) => (
                  <div key={words} data-off={!on && act !== null && keys[0] !== 'mod+k' ? '' : undefined}>
                    <dt>{words}</dt>
                    <dd>
                      <Keys keys={keys.map((key) => keyLabel(key, isMac))} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      {!on && (
        <p className="help-off uk-fg2">Single keys are off on this device. {keyLabel('mod+k', isMac)} still opens search and commands.</p>
      )}
    </Dialog>
  );
}
