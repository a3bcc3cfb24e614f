import { Moon, Sun } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { ButtonsSection } from './ButtonsSection.tsx';
import { ColoursSection } from './ColoursSection.tsx';
import { FieldsSection } from './FieldsSection.tsx';
import { SpaceSection, StatusSection, TypeSection } from './FoundationSections.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LoadingSection } from './LoadingSection.tsx';
import { LoginSection } from './LoginSection.tsx';
import { sectionIds, sectionTitles } from './Section.tsx';
import { CardsSection, DialogsSection } from './SurfaceSections.tsx';
import { TableSection } from './TableSection.tsx';
import { ToastsSection } from './ToastsSection.tsx';
import './designSystem.css';
import './specimens.css';

/** The components of the console with all their states (I-17), in the current theme. Needs no session and calls no API. */
export function DesignSystemScreen() {
  return (
    <Page title="Design System" lead="What the console is made of, with every state in sight" actions={<ThemeButton />}>
      <div className="ds">
        <nav className="ds-nav" aria-label="Parts of the design system">
          <ul>
            {sectionIds.map((id) => (
              <li key={id}>
                <a href={`#${id}`}>{sectionTitles[id]}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ds-parts">
          <ColoursSection />
          <TypeSection />
          <SpaceSection />
          <StatusSection />
          <ButtonsSection />
          <FieldsSection />
          <CardsSection />
          <DialogsSection />
          <TableSection />
          <LoadingSection />
          <ToastsSection />
          <LoginSection />
          <KeysSection />
        </div>
      </div>
    </Page>
  );
}

/** The label names the theme it switches to. */
function ThemeButton() {
  const { drawn, choose } = useTheme();
  const dark = drawn === 'dark';
  return (
    <Button icon={dark ? Sun : Moon} onClick={() => choose(dark ? 'light' : 'dark')}>
      {dark ? 'Light' : 'Dark Mode'}
    </Button>
  );
}
