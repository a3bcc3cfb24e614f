import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { withWords } from '../../bridge/address/addressWords.ts';
import { navigate } from '../../bridge/address/navigation.ts';
import { useStoredRole } from '../../bridge/acts/activeRole.ts';
import { useSessionStatus } from '../../bridge/hub/useHubStatus.ts';
import { screenHref } from '../../domain/screens/link.ts';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { announce } from '../../ui/feedback/LiveRegion.tsx';
import { toast } from '../../ui/feedback/Toaster.tsx';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { signOut } from '../auth/leave.ts';
import { lockNow } from '../lock/lockNow.ts';
import { heldBy } from '../routing/guard.ts';
import { ThisDevice } from '../update/ThisDevice.tsx';
import type { CommandId, PaletteItem } from './paletteModel.ts';
import { keyLabel, type ShortcutAct, shortcutsFor } from './shortcuts.ts';
import { isMac, useShortcuts } from './useShortcuts.ts';
import './commandButton.css';
import { deedDone } from '../../domain/claims/told.ts';

const { Part: Palette } = lazyOverlay(() => import('./Palette.tsx').then(({ Palette: component }) => component));
const { Part: HelpSheet } = lazyOverlay(() => import('./HelpSheet.tsx').then(({ HelpSheet: component }) => component));

type Open = 'palette' | 'help' | 'device' | null;

/** Keyboard access to everything: handles shortcuts, and opens the palette and the help sheet, whose code is loaded at the first use. */
export function Command() {
  const session = useSessionStatus();
  const stored = useStoredRole();
  const held = useMemo(() => heldBy(session, stored) ?? new Set<never>(), [session, stored]);
  const shortcuts = useMemo(() => shortcutsFor(held), [held]);
  const [open, setOpen] = useState<Open>(null);
  const { choose } = useTheme();
  const close = () => setOpen(null);
  const missing = () => {
    close();
    sayPartMissing();
  };

  const act = (asked: ShortcutAct): void => {
    switch (asked.kind) {
      case 'palette':
        // Do not cover a question that waits for an answer.
        if (document.querySelector('[role="alertdialog"]') === null) setOpen((before) => (before === 'palette' ? null : 'palette'));
        break;
      case 'help':
        setOpen('help');
        break;
      case 'filter':
        focusFilter();
        break;
      case 'refresh':
        refreshPage();
        break;
      case 'views':
        openViews();
        break;
      case 'go':
        navigate(screenHref(asked.screen));
        break;
      default:
        asked satisfies never;
    }
  };
  useShortcuts(shortcuts, act);

  const command = (id: CommandId): void => {
    switch (id) {
      case 'refresh':
        return refreshPage();
      case 'copyLink':
        return copyLink();
      case 'shortcuts':
        return setOpen('help');
      case 'device':
        return setOpen('device');
      case 'light':
      case 'dark':
      case 'system':
        return choose(id);
      case 'lock':
        return void lockNow();
      case 'signOut':
        return void signOut();
      default:
        return id satisfies never;
    }
  };
  const run = ({ run: chosen }: PaletteItem): void => {
    if (chosen.kind === 'go') navigate(chosen.href);
    else command(chosen.command);
  };
  // After the palette is gone: a dialog opened while it is still there counts as on top of it and would be closed with it.
  const picked = useRef<PaletteItem | null>(null);
  useEffect(() => {
    const item = picked.current;
    if (open !== null || item === null) return;
    picked.current = null;
    run(item);
  });
  const pick = (item: PaletteItem): void => {
    picked.current = item;
    close();
  };

  return (
    <>
      <button
        type="button"
        className="app-search"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen('palette')}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span>Search</span>
        <kbd aria-hidden>{keyLabel('mod+k', isMac)}</kbd>
      </button>
      {open === 'palette' && <Palette held={held} shortcuts={shortcuts} onRun={pick} onClose={close} onMissing={missing} />}
      {open === 'help' && <HelpSheet shortcuts={shortcuts} onClose={close} onMissing={missing} />}
      {open === 'device' && <ThisDevice onClose={close} />}
    </>
  );
}

/** Focuses the page's own search field, if it has one. */
function focusFilter(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>('#main input[type="search"]')].find((each) => each.checkVisibility());
  if (field === undefined) return announce('This page has nothing to search.');
  field.focus();
  field.select();
}

/** Presses the page's own Refresh button: the page knows what to refresh. */
function refreshPage(): void {
  const button = document.querySelector<HTMLButtonElement>('#main .uk-refresh');
  if (button === null) return announce('This page has nothing to refresh.');
  button.click();
}

function openViews(): void {
  const button = document.querySelector<HTMLButtonElement>('#main .app-views-button');
  if (button === null) return announce('This page has no saved views.');
  button.focus();
  button.click();
}

function copyLink(): void {
  const search = withWords(location.search, history.state);
  void navigator.clipboard.writeText(`${location.origin}${location.pathname}${search === '' ? '' : `?${search}`}${location.hash}`).then(
    () =>
      toast({ claim: deedDone(location.href, { deed: 'linkCopied', problem: null }), text: 'It opens this page as it is filtered now.' }),
    () => toast({ tone: 'bad', title: 'Could not copy the link', text: 'The browser refused access to the clipboard.' }),
  );
}
