import { screenHref } from '../../domain/screens/link.ts';
import { ArrowLeftRight, Bell, ChartLine, LayoutDashboard, type LucideIcon, Settings, ShieldCheck, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Logo } from '../../ui/glyphs/Logo.tsx';
import { MorphicSkin } from '../../ui/theme/MorphicSkin.tsx';
import './poc.css';

/** The two designs between which the frame switches. */
export type PocDesign = 'morphic' | 'original';
const designNames: Readonly<Record<PocDesign, string>> = { morphic: 'Morphic Design', original: 'Original Design' };

const places: readonly { readonly label: string; readonly to: string; readonly icon: LucideIcon }[] = [
  { label: 'Dashboard', to: screenHref('overview'), icon: LayoutDashboard },
  { label: 'Users', to: screenHref('users'), icon: Users },
  { label: 'Analytics', to: '/analytics', icon: ChartLine },
  { label: 'Security', to: '/security', icon: ShieldCheck },
  { label: 'Settings', to: '/settings', icon: Settings },
];

/**
 * Frame of the redesign's proof of concept (I-13): a bar that only highlights, a bell and a person without function, and the switch back
 * to the original design.
 */
export function PocFrame({ children }: { readonly children: (design: PocDesign) => ReactNode }) {
  const [design, setDesign] = useState<PocDesign>('morphic');
  const [chosen, setChosen] = useState<string>(screenHref('users'));
  const other: PocDesign = design === 'morphic' ? 'original' : 'morphic';
  return (
    <MorphicSkin on={design === 'morphic'}>
      <div className="poc">
        <header className="poc-bar">
          <span className="poc-brand">
            <Logo />
            <span>Ukweli</span>
          </span>
          <nav aria-label="Sample navigation">
            <ul>
              {places.map(({ label, to, icon: Icon }) => (
                <li key={to}>
                  <a
                    href={to}
                    aria-current={to === chosen ? 'page' : undefined}
                    onClick={(event) => {
                      event.preventDefault();
                      setChosen(to);
                    }}
                  >
                    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                    <span>{label}</span>
                  </a>
                </li>
              ))}
            </ul>
            <small>Sample navigation</small>
          </nav>
          <span className="poc-bell" role="img" aria-label="3 notifications, a sample">
            <Bell size={18} strokeWidth={1.75} aria-hidden="true" />
            <b aria-hidden="true">3</b>
          </span>
          <span className="poc-person">
            <span className="users-avatar" aria-hidden="true">
              A
            </span>
            <span className="users-both">
              <b>Admin User</b>
              <span>admin@sample.example</span>
            </span>
          </span>
        </header>
        <main id="main" tabIndex={-1}>
          {children(design)}
        </main>
        <footer className="poc-foot">
          <span>Morphic Design System - POC</span>
        </footer>
        <div className="poc-switch">
          <span aria-live="polite">{designNames[design]}</span>
          <Button icon={ArrowLeftRight} aria-label={`Switch to ${designNames[other]}`} onClick={() => setDesign(other)}>
            Switch
          </Button>
        </div>
      </div>
    </MorphicSkin>
  );
}
