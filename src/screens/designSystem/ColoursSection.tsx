import { useMemo } from 'react';
import { toast } from '../../ui/feedback/Toaster.tsx';
import type { ColorName } from '../../ui/theme/names.ts';
import { useTheme } from '../../ui/theme/UiProvider.tsx';
import { colourGroups, verdictOf, worstContrast } from './colours.ts';
import { Section } from './Section.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';

/** Colours as computed on the page, so that the sheet shows the values in use. */
function useColours(): (name: ColorName) => string {
  const { drawn } = useTheme();
  return useMemo(() => {
    void drawn; // recompute when the theme changes
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  }, [drawn]);
}

async function copyToken(name: ColorName): Promise<void> {
  const token = `var(--${name})`;
  try {
    await navigator.clipboard.writeText(token);
    toast({ claim: sampleYes(token, `Copied ${token}`) });
  } catch {
    toast({ tone: 'bad', title: 'Could not copy', text: 'The browser refused access to the clipboard.' });
  }
}

/** Every colour a component may use, with its worst contrast. */
export function ColoursSection() {
  const value = useColours();
  return (
    <Section
      id="colours"
      lead={
        <>
          Named by meaning. The ratio is the worst over every ground the colour may stand on, computed from the values in use: text needs
          4.5, edges of controls 3. Press one to copy its token.
        </>
      }
    >
      <div className="ds-colours">
        {colourGroups.map(({ title, colours }) => (
          <div key={title}>
            <h3 className="uk-h3">{title}</h3>
            <ul>
              {colours.map(({ name, on, use }) => {
                const worst = worstContrast(value, name, on);
                return (
                  <li key={name}>
                    <button type="button" onClick={() => void copyToken(name)} aria-label={`Copy ${name}`}>
                      <span className="ds-swatch" style={{ background: `var(--${name})` }} />
                      <span className="ds-colour">
                        <b>{name}</b>
                        <span className="uk-mono">{value(name)}</span>
                      </span>
                      <span className="ds-use">{use}</span>
                      {worst !== null && (
                        <span className="ds-ratio uk-num">
                          {worst.toFixed(1)} <i data-verdict={verdictOf(worst)}>{verdictOf(worst)}</i>
                        </span>
                      )}
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}
