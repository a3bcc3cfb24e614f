import type { ComponentType, ReactNode } from 'react';
import type { Href } from '../../domain/screens/link.ts';
import './page.css';

/** A place on the way to this page; without `href` it is text. */
export interface Crumb {
  readonly label: string;
  readonly href?: Href;
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Right of the title: a state or a count. */
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Header and content of a screen, with the grid's gutters, up to 1680 px. The app frame renders the breadcrumb. */
export function Page({ title, lead, badge, actions, children }: PageProps) {
  return (
    <div className="uk-page">
      <header className="uk-page-head">
        <div>
          <div className="uk-page-title">
            <h1 className="uk-h1">{title}</h1>
            {badge}
          </div>
          {lead !== undefined && <p className="uk-page-lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="uk-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The breadcrumb (C-6). `Link` is the router's. */
export function Breadcrumb({
  crumbs,
  Link,
}: {
  readonly crumbs: readonly Crumb[];
  readonly Link: ComponentType<{ href: Href; children: ReactNode }>;
}) {
  return (
    <nav className="uk-crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, href }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li key={label} aria-current={last ? 'page' : undefined}>
              {href !== undefined && !last ? <Link href={href}>{label}</Link> : label}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Rows of a page, 12 px apart. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className="uk-stack">{children}</div>;
}

/** Grid of twelve columns, eight at 1024 px, one on a phone; each child is a `Column`. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className="uk-columns">{children}</div>;
}

/** Spans this many of twelve columns. */
export function Column({ span, children }: { readonly span: 3 | 4 | 5 | 6 | 7 | 8 | 12; readonly children: ReactNode }) {
  return <div data-span={span}>{children}</div>;
}
