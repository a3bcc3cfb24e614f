import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { HashText } from './HashText.tsx';
import './evidence.css';

export interface LineageNode {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  /** Right of the title: a badge or quiet words. */
  readonly aside?: ReactNode;
  /** The record looked at. */
  readonly current?: boolean;
  readonly children?: ReactNode;
}

/** Where a record comes from and what hangs on it, top to bottom; the record itself in solid accent. */
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

/** A named hash on the rail, cut to 16. */
export function LineageHash({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="uk-lineage-hash">
      <span>{name}</span>
      <HashText value={value} cut={16} label={name} />
    </div>
  );
}
