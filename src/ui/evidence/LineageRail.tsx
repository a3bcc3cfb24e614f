import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { HashText } from './HashText.tsx';
import './evidence.css';
import './verdict.css';

/** A station on the rail; `children` stand below its title. */
export interface LineageNode {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Right of the title: a badge or muted text. */
  readonly aside?: ReactNode;
  /** The record in view. */
  readonly current?: boolean;
  readonly children?: ReactNode;
}

/** Origin and dependents of a record, top to bottom; the record itself in solid accent. */
export function LineageRail({ nodes, label = 'Lineage' }: { readonly nodes: readonly LineageNode[]; readonly label?: string }) {
  return (
    <ol className="uk-lineage" aria-label={label}>
      {nodes.map(({ id, icon: Icon, title, aside, current, children }) => (
        <li key={id} aria-current={current === true ? 'true' : undefined}>
          <span className="uk-lineage-node">
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <div>
            <div className="uk-lineage-top">
              <b>{title}</b>
              {aside !== undefined && <span>{aside}</span>}
            </div>
            <div className="uk-lineage-body">{children}</div>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A labelled hash, cut to 16 characters. */
export function LineageHash({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="uk-lineage-hash">
      <span>{name}</span>
      <HashText value={value} cut={16} label={name} />
    </div>
  );
}
