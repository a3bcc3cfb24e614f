import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';

/** The parts of the showcase in their order; each is an address of its own. */
export const sectionTitles = {
  colours: 'Colours',
  type: 'Type',
  space: 'Space, shape, depth',
  status: 'Status',
  buttons: 'Buttons',
  fields: 'Fields',
  cards: 'Cards',
  dialogs: 'Dialogs',
  table: 'Table',
  loading: 'Loading, empty, failed',
  toasts: 'Messages',
  login: 'Sample login form',
  keys: 'Keyboard',
} as const;
export type SectionId = keyof typeof sectionTitles;
export const sectionIds = Object.keys(sectionTitles) as readonly SectionId[]; // keys of the literal above

/** One part: its title with its address, what it is about, and what there is. */
export function Section({
  id,
  lead,
  aside,
  children,
}: {
  readonly id: SectionId;
  readonly lead: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="ds-section" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{sectionTitles[id]}</h2>
        <a href={`#${id}`} aria-label={`Link to ${sectionTitles[id]}`}>
          <Link2 size={14} strokeWidth={1.75} aria-hidden="true" />
        </a>
        {aside}
        <p>{lead}</p>
      </header>
      {children}
    </section>
  );
}

/** One thing with its name above it, as in a type specimen. */
export function Specimen({
  name,
  wide = false,
  children,
}: {
  readonly name: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className="ds-specimen" data-wide={wide ? '' : undefined}>
      <span className="ds-name">{name}</span>
      {children}
    </div>
  );
}
