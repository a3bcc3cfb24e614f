import { Copy } from 'lucide-react';
import { useCallback } from 'react';
import { useHubStatus } from '../../bridge/useHubStatus.ts';
import type { SeriesWindow } from '../../contracts/series.ts';
import { businessNowOf } from '../../domain/businessClock.ts';
import { formatCount, formatNumber } from '../../domain/format.ts';
import { axisTime } from '../../domain/seriesWindows.ts';
import { type FreshnessState, isLost } from '../../domain/freshness.ts';
import type { HistoryState } from '../../domain/panelState.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { AsyncButton } from '../../ui/controls/AsyncButton.tsx';
import { useTall } from '../../ui/overlay/useMedia.ts';
import { StageCard, StageVerdict } from '../../ui/panel/StageCard.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { useNow, useZone } from '../../ui/time/clock.tsx';
import { Time } from '../../ui/time/Time.tsx';
import { lostVerdict, type StageView } from './model.ts';

interface StageProps {
  readonly stage: StageView;
  readonly freshness: FreshnessState;
  readonly history: HistoryState;
  readonly lost: boolean;
  readonly window: SeriesWindow;
}

const chartTones = { ok: 'accent', warn: 'warn', bad: 'bad', processing: 'info', idle: 'idle', unknown: 'idle' } as const;

/** One stage of the flow as a card (C-27). */
export function Stage({ stage, freshness, history, lost, window }: StageProps) {
  const zone = useZone();
  const tall = useTall();
  const businessNow = businessNowOf(useHubStatus().simulation, useNow(60_000));
  const isStale = isLost(freshness);
  const verdict = isStale ? lostVerdict(stage.verdict) : stage.verdict;
  return (
    <StageCard
      title={stage.title}
      code={stage.name}
      badge={
        <StatusBadge status={stage.state.look} was={isStale}>
          {isStale ? `Was ${stage.state.word.toLowerCase()}` : stage.state.word}
        </StatusBadge>
      }
      lag={stage.lag}
      lagUnit="min lag"
      share={stage.share}
      breach={stage.breach && !isStale}
      chart={
        <Chart
          title={`${stage.title} lag`}
          points={stage.lagPoints}
          state={history}
          format={(value) => `${formatNumber(value)} min`}
          tone={stage.breach ? 'bad' : chartTones[stage.state.look]}
          limit={{ value: stage.limitMinutes, label: stage.limitLabel }}
          lost={lost}
          until={businessNow}
          height={tall ? 260 : 148}
          fromZero
          time={(at) => axisTime(window, at, zone)}
        />
      }
      numbers={[
        { label: 'Queue depth', value: formatCount(stage.queueDepth), zero: stage.queueDepth === 0 },
        { label: 'Rate / min', value: stage.rate, zero: stage.rate === '0' },
        { label: 'Errors', value: formatCount(stage.errorCount), zero: stage.errorCount === 0 },
      ]}
      verdict={
        <StageVerdict
          status={verdict.status}
          title={verdict.title}
          actions={verdict.copy === null ? undefined : <CopySuggestion text={verdict.copy} />}
        >
          {verdict.lead !== '' && <b>{verdict.lead} </b>}
          {verdict.text}
        </StageVerdict>
      }
      last={
        <>
          Last processed <Time at={stage.lastProcessedAt} as="whenSeconds" />
        </>
      }
      freshness={freshness}
    />
  );
}

const copyWords = { idle: 'Copy suggestion', loading: 'Copying...', success: 'Copied', error: 'Copying was refused' };

function CopySuggestion({ text }: { readonly text: string }) {
  const copy = useCallback(
    async () =>
      navigator.clipboard.writeText(text).then(
        () => ({ ok: true }),
        // Refused by the browser (no permission, or the window is not in front).
        () => ({ ok: false }),
      ),
    [text],
  );
  return <AsyncButton size="sm" icon={Copy} words={copyWords} act={copy} told={{ success: 'Suggestion copied' }} />;
}
