import { Activity, BadgeCheck, Bot, FileText, type LucideIcon, ScrollText, Workflow } from 'lucide-react';
import { Link } from '../../bridge/address/Link.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { DisabledWay } from './WayLink.tsx';
import type { QuickAction, QuickActionId } from './ways.ts';

const icons: Readonly<Record<QuickActionId, LucideIcon>> = {
  verifications: BadgeCheck,
  pipeline: Workflow,
  health: Activity,
  compliance: ScrollText,
  aiGovernance: Bot,
  report: FileText,
};

/** Three quick actions by role (C-17). */
export function QuickActions({ actions }: { readonly actions: readonly QuickAction[] }) {
  return (
    <Panel title="Quick Actions">
      <ul className="overview-quick">
        {actions.map(({ id, label, way }) => {
          const Icon = icons[id];
          const content = (
            <>
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </>
          );
          return (
            <li key={id}>
              {way.href === null ? (
                <DisabledWay reason={way.reason} className="overview-quick-item">
                  {content}
                </DisabledWay>
              ) : (
                <Link href={way.href} className="overview-quick-item">
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
