import { componentNames } from '../../src/contracts/health.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import { stageNames } from '../../src/contracts/pipeline.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { frameOf, stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';

/** Versions and chain indexes above all seeded rows, so that every event is new. */
const above = 1_000_000;
/** The Overview shows `1,000,123 of 2,000,000 verified`; the first number identifies the event. */
export const markOf = 2 * above;

/** Generates the events of a busy hour. */
export interface Day {
  /** `seq` and `prev` come from the feed. */
  next(place: { readonly seq: number; readonly prevOf: (topic: string) => number }): { readonly frame: EventFrame; readonly mark: number };
}

/**
 * Of ten events four change the figures, three a stage, one a component; one is a new verification and one another link of an existing
 * one: 90 % concern known resources. `mark` is the newest number in the figures so far.
 */
export function createDay(): Day {
  let made = 0;
  let marks = 0;
  let news = 0;
  const at = () => new Date().toISOString();
  return {
    next({ seq, prevOf }) {
      const turn = made % 10;
      made += 1;
      const version = above + made;
      const placed = (topic: string) => ({ seq, prev: prevOf(topic), version });
      const framed = (): EventFrame => {
        if (turn % 3 === 0) {
          marks += 1;
          return frameOf('kpis.updated', 'kpis', figures(marks, at(), version), placed('kpis'));
        }
        if (turn === 1 || turn === 4 || turn === 7) {
          const name = stageNames[made % stageNames.length] ?? 'decision_service';
          return { ...stageFrame(seq, { name, queueDepth: made % 100, lastProcessedAt: at(), version }), prev: prevOf('pipeline') };
        }
        if (turn === 2) {
          const name = componentNames[made % componentNames.length] ?? 'database';
          const latency = { p50: 10 + (made % 5), p95: 30 + (made % 20) };
          return frameOf('health.component', name, { name, status: 'healthy', uptime: 99.9, latency, version }, placed('health'));
        }
        if (turn === 5) news += 1;
        const index = above + made;
        const about = `VRF-9${String(turn === 5 ? news : 1 + (made % Math.max(1, news))).padStart(6, '0')}`;
        const row = verificationRow(index, { vrfId: about, timestamp: at(), version, ...(turn === 5 ? {} : { status: 'disputed' }) });
        return { ...verificationFrame(seq, row), prev: prevOf('verifications') };
      };
      return { frame: framed(), mark: marks };
    },
  };
}

function figures(mark: number, lastUpdated: string, version: number): KpiResponse {
  const metric = { value: 98, previousValue: 97, trend: 'up', status: 'green', lastUpdated } as const;
  return {
    verificationAccuracy: { ...metric, numerator: above + mark, denominator: markOf },
    avgLatency: { p50: 2.3 / 3600, p95: 5.8 / 3600, status: 'green', lastUpdated },
    automationRate: metric,
    fundedAmount: { byCurrency: [{ currency: 'KES', amount: 22_000 }], lastUpdated },
    version,
  };
}
