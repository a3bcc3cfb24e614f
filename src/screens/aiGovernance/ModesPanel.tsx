import type { FreshnessState } from '../../domain/freshness.ts';
import { Panel } from '../../ui/panel/Panel.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { type AgentView, modeRows } from './model.ts';

/** What each mode means, with the agents in it. */
export function ModesPanel({ views, freshness }: { readonly views: readonly AgentView[]; readonly freshness: FreshnessState }) {
  return (
    <Panel title="Modes" freshness={freshness}>
      <ul className="governance-modes">
        {modeRows(views).map(({ mode, agents }) => (
          <li key={mode.word}>
            <StatusBadge status={mode.look}>{mode.word}</StatusBadge>
            <p>
              {mode.meaning}. <span className="uk-fg3">{mode.follows}.</span>
            </p>
            <p className="uk-fg2">{agents.length === 0 ? <span className="uk-fg3">no agent</span> : agents.join(', ')}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
