import { Keys } from '../../ui/text/Keys.tsx';
import { Section } from './Section.tsx';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Tab'], 'goes to the next control; the ring shows where'],
  [['Enter'], 'presses a button, follows a link, opens a row'],
  [['Space'], 'presses a button, ticks a box or a row'],
  [['↑', '↓'], 'move in tables, menus and choices'],
  [['Home', 'End'], 'go to the first and the last row'],
  [['Esc'], 'closes what is open, empties a search'],
  [['Alt', 'T'], 'spreads the messages and goes there'],
  [['?'], 'lists the shortcuts, once signed in'],
];

/** Keyboard shortcuts of the whole console. */
export function KeysSection() {
  return (
    <Section id="keys" lead="Every act has a key, the focus is always seen, and nothing takes it away.">
      <dl className="ds-keys">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              <Keys keys={names} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
