import { useId } from 'react';
import type { FreshnessState } from '../../domain/freshness.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { Meter } from '../../ui/panel/Meter.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { AgentView } from './model.ts';

/** One agent: what it may do, how sure and how right it is, and what it said last (C-36). */
export function AgentCard({ view, freshness }: { readonly view: AgentView; readonly freshness: FreshnessState }) {
  const id = useId();
  const isStale = freshness.kind === 'stale';
  const said = (word: string) => (isStale ? `Was ${word.toLowerCase()}` : word);
  return (
    <Card as="article" className="agent-card" labelledBy={id}>
      <div className="agent-top">
        <div>
          <h2 id={id}>{view.name}</h2>
          <span className="uk-mono uk-fg3">{view.agentId}</span>
        </div>
        <StatusBadge status={view.mode.look} was={isStale}>
          {said(view.mode.word)}
        </StatusBadge>
      </div>
      <p className="uk-small uk-fg2 agent-meaning">{view.mode.meaning}</p>
      <dl className="agent-numbers">
        <Share name="Confidence" text={view.confidence} share={view.confidenceShare} />
        <Share name="Prediction accuracy" text={view.accuracy} share={view.accuracyShare} />
      </dl>
      <dl className="agent-facts">
        <div>
          <dt>State</dt>
          <dd>
            <StatusBadge status={view.enabled ? 'ok' : 'idle'} was={isStale}>
              {said(view.enabled ? 'Enabled' : 'Disabled')}
            </StatusBadge>
          </dd>
        </div>
        <div>
          <dt>Last prediction</dt>
          <dd>{view.lastPrediction ?? <span className="uk-fg3">none yet</span>}</dd>
        </div>
      </dl>
      <div className="agent-foot">
        <FreshnessChip value={freshness} />
      </div>
    </Card>
  );
}

function Share({ name, text, share }: { readonly name: string; readonly text: string; readonly share: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{text}</b>
        <Meter value={share} max={1} label={`${name} ${text}`} />
      </dd>
    </div>
  );
}

/** The boxes of a card while it loads. */
export function AgentCardSkeleton() {
  return (
    <Card as="div" className="agent-card" busy>
      <div className="agent-top">
        <div>
          <Skeleton w={120} h={14} block />
          <Skeleton w={96} h={11} />
        </div>
        <Skeleton w={84} h={22} />
      </div>
      <p className="agent-meaning">
        <Skeleton w="80%" h={12} />
      </p>
      <div className="agent-numbers">
        {[0, 1].map((place) => (
          <div key={place}>
            <Skeleton w={90} h={11} block />
            <Skeleton w={72} h={26} block />
          </div>
        ))}
      </div>
      <div className="agent-facts">
        <Skeleton w="60%" h={13} />
        <Skeleton w="75%" h={13} />
      </div>
      <div className="agent-foot">
        <Skeleton w={72} h={10} />
      </div>
    </Card>
  );
}
