import { screenHref } from '../../domain/screens/link.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { Permission } from '../../contracts/access.ts';
import { isLost } from '../../domain/freshness/freshness.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Bar, Meter } from '../../ui/panel/Meter.tsx';
import { Panel } from '../../ui/panel/Panel.tsx';
import { Tile, TileBox, TileRow } from '../../ui/panel/Tile.tsx';
import { ClaimBadge } from '../../ui/status/ClaimBadge.tsx';
import { claimMarks } from '../../ui/status/claimMarks.ts';
import { toneOf } from '../../ui/status/statuses.ts';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { worstFreshness } from '../../domain/freshness/worstFreshness.ts';
import { financeTile, healthTile, pipelineTile } from './platformModel.ts';
import type { Overview, Resource } from './queries.ts';
import { type Way, wayTo } from './ways.ts';

function Place({ way, label, children }: { readonly way: Way; readonly label: string; readonly children: ReactNode }) {
  if (way.href === null)
    return (
      <TileBox>
        {children}
        <VisuallyHidden>{way.reason}</VisuallyHidden>
      </TileBox>
    );
  return (
    <Link href={way.href} className="uk-tile" aria-label={label}>
      {children}
    </Link>
  );
}

function Waiting({ title, resource }: { readonly title: string; readonly resource: Resource<unknown> }) {
  if (resource.state === 'failed') return <Tile title={title} value="–" note="Could not be loaded. Open its page to see more." />;
  if (resource.state === 'empty') return <Tile title={title} value="–" note="Nothing reported yet." />;
  return (
    <div aria-busy="true">
      <div className="uk-tile-top">
        <h3>{title}</h3>
        <Skeleton w={64} h={12} />
      </div>
      <p className="uk-tile-value">
        <Skeleton w={88} h={24} />
      </p>
      <p className="uk-tile-note">
        <Skeleton w={120} h={11} />
      </p>
      <div className="overview-lines">
        {[0, 1, 2, 3].map((line) => (
          <div key={line}>
            <Skeleton w="100%" h={10} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Health({ resource }: { readonly resource: Overview['components'] }) {
  if (resource.value === null || resource.value.length === 0) return <Waiting title="Health" resource={resource} />;
  const tile = healthTile(resource.value, resource.freshness, resource.unread);
  const lost = isLost(resource.freshness);
  return (
    <Tile title="Health" badge={<ClaimBadge claim={tile.state} />} value={String(tile.healthy)} unit={`of ${tile.total}`} note={tile.note}>
      <ul className="overview-lines">
        {tile.lines.map(({ name, label, p50, claim }) => (
          <li key={name} {...claimMarks(claim)}>
            <i data-tone={toneOf(claim)} data-lost={lost ? '' : undefined} />
            <span>
              {label}
              <VisuallyHidden>, {claim.word.toLowerCase()}</VisuallyHidden>
            </span>
            <b>{p50}</b>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

function Pipeline({ resource }: { readonly resource: Overview['stages'] }) {
  if (resource.value === null || resource.value.length === 0) return <Waiting title="Pipeline" resource={resource} />;
  const tile = pipelineTile(resource.value, resource.freshness, resource.unread);
  const lost = isLost(resource.freshness);
  return (
    <Tile
      title="Pipeline"
      badge={<ClaimBadge claim={tile.state} />}
      value={String(tile.alerts)}
      unit={tile.alerts === 1 ? 'alert' : 'alerts'}
      note={tile.note}
    >
      <ul className="overview-lines overview-bars">
        {tile.lines.map(({ name, label, lag, limit, shown, mark, breach }) => (
          <li key={name}>
            <span>{label}</span>
            <Meter
              value={lag}
              max={tile.scaleMinutes}
              limit={limit}
              tone={lost ? 'idle' : mark}
              label={`${label} lag ${shown} of ${limit} minutes`}
            />
            <b className={breach && !lost ? 'overview-breach' : undefined}>{shown}</b>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

function Finance({ resource, allowed }: { readonly resource: Overview['rbf']; readonly allowed: boolean }) {
  if (!allowed)
    return (
      <div className="overview-locked">
        <div className="uk-tile-top">
          <h3>Finance</h3>
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
        </div>
        <p className="uk-tile-note">Your role does not see payments.</p>
      </div>
    );
  if (resource.value === null) return <Waiting title="Finance" resource={resource} />;
  const tile = financeTile(resource.value, resource.freshness);
  return (
    <Tile title="Finance" badge={<ClaimBadge claim={tile.state} />} prefix={tile.currency} value={tile.paid} note="RBF paid this month">
      <div className="overview-finance">
        <Bar share={tile.completion} label={`${tile.counts} made`} />
        <p>
          <span>{tile.counts}</span>
          <b>{tile.completionPercent}</b>
        </p>
        <p>
          <span>Pending{tile.overdue !== null && `, ${tile.overdue}`}</span>
          <b>{tile.pending}</b>
        </p>
      </div>
    </Tile>
  );
}

/** The platform at a glance, each tile linked to its page (C-14). Without permission a tile shows no money (D-38). */
export function SystemHealth({
  overview,
  held,
  title,
}: {
  readonly overview: Overview;
  readonly held: ReadonlySet<Permission>;
  readonly title: string;
}) {
  const { components, stages, rbf } = overview;
  const seesPayments = held.has('view:rbf_summary');
  return (
    <Panel title={title} freshness={worstFreshness([components.freshness, stages.freshness, ...(seesPayments ? [rbf.freshness] : [])])}>
      <TileRow>
        <Place way={wayTo(screenHref('health'), held)} label="Health, open the Health Monitor">
          <Health resource={components} />
        </Place>
        <Place way={wayTo(screenHref('pipeline'), held)} label="Pipeline, open the Pipeline Monitor">
          <Pipeline resource={stages} />
        </Place>
        <Place way={wayTo(screenHref('rbf'), held)} label="Finance, open results-based finance">
          <Finance resource={rbf} allowed={seesPayments} />
        </Place>
      </TileRow>
    </Panel>
  );
}
