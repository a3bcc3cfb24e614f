import { screenHref } from '../../domain/screens/link.ts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../bridge/address/Link.tsx';
import type { Permission } from '../../contracts/access.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Glyph } from '../../ui/glyphs/Glyph.tsx';
import { Card } from '../../ui/panel/Card.tsx';
import { FreshnessChip } from '../../ui/status/FreshnessChip.tsx';
import type { Claim } from '../../domain/claims/claim.ts';
import { claimMarks } from '../../ui/status/claimMarks.ts';
import { toneOf } from '../../ui/status/statuses.ts';
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx';
import { financeTile, healthTile, pipelineTile } from './platformModel.ts';
import type { Overview, Resource } from './queries.ts';
import { type Way, wayTo } from './ways.ts';
import '../../ui/panel/feedList.css';

interface RowProps {
  readonly way: Way;
  readonly title: string;
  readonly detail: string;
  /** Null if nothing is known to base it on. */
  readonly state: Claim | null;
  /** Null if the row shows nothing that has an age. */
  readonly freshness: FreshnessState | null;
}

/** For a row without a link. */
const noWay: Way = { href: null, reason: '' };

function Row({ way, title, detail, state, freshness }: RowProps) {
  const mark = state ?? 'unknown';
  const content: ReactNode = (
    <>
      <span className="uk-tone" data-tone={toneOf(mark)} {...(state !== null && claimMarks(state))}>
        <Glyph shape={mark} size={18} />
      </span>
      <div>
        <b>{title}</b>
        <span>{detail}</span>
        <VisuallyHidden>{state?.word ?? 'Not known'}</VisuallyHidden>
        {way.href === null && <VisuallyHidden>{way.reason}</VisuallyHidden>}
      </div>
      {freshness !== null && <FreshnessChip about={title} value={freshness} say="short" inLink />}
      {way.href !== null && <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {way.href === null ? (
        <div className="uk-feed-line">{content}</div>
      ) : (
        <Link href={way.href} className="uk-feed-line">
          {content}
        </Link>
      )}
    </li>
  );
}

/** A row that only says why there is no data. */
const silent = { failed: 'Could not be loaded. Open its page to see more.', empty: 'Nothing reported yet.' } as const;

function Silent({ way, title, resource }: { readonly way: Way; readonly title: string; readonly resource: Resource<unknown> }) {
  const { state, freshness } = resource;
  if (state !== 'failed' && state !== 'empty') return null;
  return <Row way={way} title={title} detail={silent[state]} state={null} freshness={freshness} />;
}

/** The platform at a glance on a phone: one row each, with its age and link (LOOK, Phone). */
export function HealthRows({
  overview: { components, stages, rbf },
  held,
  title,
}: {
  readonly overview: Overview;
  readonly held: ReadonlySet<Permission>;
  readonly title: string;
}) {
  const health =
    components.value === null || components.value.length === 0
      ? null
      : healthTile(components.value, components.freshness, components.unread);
  const pipeline = stages.value === null || stages.value.length === 0 ? null : pipelineTile(stages.value, stages.freshness, stages.unread);
  // The device may store data fetched under another role of the same person; a role without payments does not see them (D-38).
  const seesPayments = held.has('view:rbf_summary');
  const finance = rbf.value === null ? null : financeTile(rbf.value, rbf.freshness);
  if (health === null && pipeline === null && components.state === 'loading')
    return (
      <Card as="div" busy>
        {[0, 1].map((line) => (
          <div key={line} className="uk-feed-line">
            <Skeleton w={18} h={18} />
            <div>
              <Skeleton w={120} h={14} />
            </div>
          </div>
        ))}
      </Card>
    );
  return (
    <Card labelledBy="system-health">
      <h2 className="uk-sr" id="system-health">
        {title}
      </h2>
      <ul className="uk-feed overview-rows">
        {health === null ? (
          <Silent way={wayTo(screenHref('health'), held)} title="Health" resource={components} />
        ) : (
          <Row
            way={wayTo(screenHref('health'), held)}
            title="Health"
            detail={`${health.healthy} of ${health.total} ${health.note}`}
            state={health.state}
            freshness={components.freshness}
          />
        )}
        {pipeline === null ? (
          <Silent way={wayTo(screenHref('pipeline'), held)} title="Pipeline" resource={stages} />
        ) : (
          <Row
            way={wayTo(screenHref('pipeline'), held)}
            title={pipeline.alerts === 0 ? 'Pipeline' : `Pipeline, ${pipeline.alerts} ${pipeline.alerts === 1 ? 'alert' : 'alerts'}`}
            detail={pipeline.note}
            state={pipeline.state}
            freshness={stages.freshness}
          />
        )}
        {!seesPayments ? (
          <Row way={noWay} title="Finance" detail="Your role does not see payments." state={null} freshness={null} />
        ) : finance === null ? (
          <Silent way={wayTo(screenHref('rbf'), held)} title="Finance" resource={rbf} />
        ) : (
          <Row
            way={wayTo(screenHref('rbf'), held)}
            title={`${finance.currency} ${finance.paid} paid this month`}
            detail={`${finance.counts}, ${finance.pending} pending${finance.overdue === null ? '' : `, ${finance.overdue}`}`}
            state={finance.state}
            freshness={rbf.freshness}
          />
        )}
      </ul>
    </Card>
  );
}
