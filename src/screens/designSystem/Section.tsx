import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';

/** Sections of the showcase in order; each has its own anchor. */
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

/** One section: linkable title, lead text and content. */
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

/** One example with its name above it, as in a type specimen. */
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
