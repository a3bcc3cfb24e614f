import { screenHref } from '../../domain/screens/link.ts';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import { consoleRoleLabels } from '../../domain/accounts/access.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { sayPartMissing } from '../../ui/feedback/lazyPart.tsx';
import { lazyOverlay } from '../../ui/overlay/lazyOverlay.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { CommandSlot } from '../command/CommandSlot.tsx';
import { UnsentIndicator } from '../outbox/UnsentIndicator.tsx';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { NotificationsBell } from './NotificationsBell.tsx';
import { TenantName } from './TenantName.tsx';
import type { BarProps } from './TopBar.tsx';

// Wide windows have no such menu, and nobody opens it before the first row is shown.
const { Part: StackedMenu, preload } = lazyOverlay(() => import('./StackedMenu.tsx').then(({ StackedMenu: component }) => component));

/**
 * The bar of tablets and phones: everything that does not fit folds into one stacked menu, except the connection state (LOOK, Phone and
 * tablet).
 */
export function CompactBar({ path, session, person, hints, phone }: BarProps & { readonly phone: boolean }) {
  // Open on this page only: any navigation closes the menu, and a way back does not open it again.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === path;
  if (openOn !== null && !open) setOpenOn(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const role = consoleRoleLabels[person.active];

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenOn(null);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  return (
    <>
      <header className="app-bar app-bar-compact" data-print="none">
        <Link href={screenHref('overview')} className="app-brand">
          <Logo size={28} />
          <span>Ukweli</span>
        </Link>
        {phone ? <Tag>{role}</Tag> : <TenantName tenant={session.tenant} person={person} />}
        <span className="uk-sp" />
        {!phone && <UnsentIndicator form="box" />}
        {!phone && <ConnectionIndicator form="box" />}
        <CommandSlot />
        <NotificationsBell person={person} />
        {!phone && <Tag size="lg">{role}</Tag>}
        <nav aria-label="Main">
          <IconButton
            ref={toggle}
            label={open ? 'Close menu' : 'Open menu'}
            icon={open ? X : MenuIcon}
            aria-expanded={open}
            aria-controls="app-stacked"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => setOpenOn(open ? null : path)}
          />
          {open && (
            <StackedMenu
              path={path}
              session={session}
              person={person}
              hints={hints}
              phone={phone}
              onClose={() => setOpenOn(null)}
              onMissing={() => {
                setOpenOn(null);
                sayPartMissing();
              }}
            />
          )}
        </nav>
      </header>
      {phone && (
        <div className="app-status">
          <ConnectionIndicator form="line" />
          <span className="uk-sp" />
          <UnsentIndicator form="line" />
          <span className="uk-fg3 uk-clip">
            {session.tenant.name} · {session.tenant.place}
          </span>
        </div>
      )}
    </>
  );
}
