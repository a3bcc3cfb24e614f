import { radii, type TypeStep, typeScale } from '../../ui/theme/tokens.ts';
import { statuses } from '../../ui/status/statuses.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { Section, Specimen } from './Section.tsx';
import { sampleYes } from '../../domain/claims/sample.ts';

/** Use of each step of the type scale. */
const typeUses: Readonly<Record<keyof typeof typeScale, readonly [name: string, sample: string]>> = {
  caption: ['Caption', 'Basis of a figure, column heads'],
  small: ['Small', 'Hints, second lines'],
  body: ['Body', 'Everything that is read'],
  label: ['Label', 'Buttons, field labels'],
  panelTitle: ['Panel title', 'Verification Accuracy'],
  dialogTitle: ['Dialog title', 'Promote 2 items'],
  pageTitle: ['Page title', 'Verification History'],
  tileNumber: ['Tile number', '1,228'],
  kpiNumber: ['KPI', '98.5 %'],
};

const typeSteps = Object.keys(typeScale) as readonly (keyof typeof typeScale)[]; // keys of a literal

const pxOf = (size: string): number => Number.parseFloat(size) * 16;

/** The type scale, from the steps defined in Chakra. */
export function TypeSection() {
  return (
    <Section
      id="type"
      lead="Inter for words, JetBrains Mono for hashes, ids and codes. Figures are tabular, so that columns stand still while they change."
    >
      <div className="ds-box">
        {typeSteps.map((key) => {
          const [name, sample] = typeUses[key];
          const { fontSize, lineHeight, fontWeight, letterSpacing }: TypeStep = typeScale[key];
          return (
            <div className="ds-type" key={key}>
              <span className="ds-name">
                {name}
                <span className="uk-num">
                  {pxOf(fontSize)}px / {Math.round(pxOf(fontSize) * Number(lineHeight))}px · {fontWeight}
                </span>
              </span>
              <span style={{ fontSize, lineHeight, fontWeight, letterSpacing }}>{sample}</span>
            </div>
          );
        })}
        <div className="ds-type">
          <span className="ds-name">
            Mono <span className="uk-num">0.923 em · slashed zero</span>
          </span>
          <span className="uk-mono">VRF-20251118-0042 · 9f86d081884c7d65</span>
        </div>
      </div>
    </Section>
  );
}

const steps = [4, 8, 12, 16, 20, 24, 32, 40];
const shadows = [
  ['control', 'buttons, light only'],
  ['raised', 'menus, messages'],
  ['overlay', 'dialogs, drawers'],
] as const;

/** Spacing, radii, shadows and motion. */
export function SpaceSection() {
  return (
    <Section
      id="space"
      lead="Eight pixels are the beat, four only inside tables and chips. Hairlines before shadows: a card has an edge, only what lies above the page casts one."
    >
      <div className="ds-grid">
        <Specimen name="Space, px">
          <ul className="ds-spaces">
            {steps.map((step) => (
              <li key={step}>
                <i style={{ width: step, height: step }} />
                <span className="uk-num">{step}</span>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen name="Radii, px">
          <ul className="ds-shapes">
            {Object.entries(radii).map(([name, radius]) => (
              <li key={name}>
                <i style={{ borderRadius: radius }} />
                <span>{name}</span>
                <span className="uk-num uk-fg3">{Number.parseInt(radius, 10)}</span>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen name="Elevation">
          <ul className="ds-shapes">
            {shadows.map(([name, use]) => (
              <li key={name}>
                <i style={{ boxShadow: `var(--shadow-${name})`, borderRadius: radii.card }} />
                <span>{name}</span>
                <span className="uk-fg3">{use}</span>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen name="Motion">
          <p className="uk-small uk-fg2">
            Colour changes take 120 ms, menus, drawers and messages 160 ms, both easing out. Under reduced motion nothing moves and nothing
            fades.
          </p>
        </Specimen>
      </div>
    </Section>
  );
}

const words: Readonly<Record<(typeof statuses)[number], string>> = {
  ok: 'Healthy',
  warn: 'Degraded',
  bad: 'Breach',
  info: 'Notice',
  processing: 'Processing',
  idle: 'Idle',
  pending: 'Pending',
  disputed: 'Disputed',
  unknown: 'Unknown',
  halted: 'Halted',
};

/** Status as shape, word and colour together. */
export function StatusSection() {
  return (
    <Section
      id="status"
      lead="Shape, word and colour together. Good states stay quiet; only what needs a hand is filled. What is no longer known loses its colour and keeps its name."
    >
      <div className="ds-row">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status === 'ok' ? sampleYes('sample', words.ok) : status}>
            {words[status]}
          </StatusBadge>
        ))}
        <StatusBadge status="unknown" was>
          Was healthy
        </StatusBadge>
        <Tag>Admin</Tag>
      </div>
    </Section>
  );
}
