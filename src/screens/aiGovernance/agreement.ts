import type { AgreementResponse } from '../../contracts/agent.ts';
import { formatPercent } from '../../domain/format.ts';

/** Length of the rolling window behind one point of the chart, in days: a single day has too few decisions. */
export const rollingDays = 7;
const dayMs = 86_400_000;

/** How often people agreed with an agent, and the trend. */
export interface AgreementView {
  /** Percent over the last `rollingDays` days, at the day the window ends; null without a decision in the window. */
  readonly points: readonly (readonly [at: number, percent: number | null])[];
  readonly decided: number;
  readonly agreed: number;
  /** '250 of 260 predictions, 30 days'. */
  readonly words: string;
}

/** The agreement of one agent; null if no day of it is stored. */
export function agreementView(agents: AgreementResponse['agents'], agentId: string): AgreementView | null {
  const days = agents.find((agent) => agent.agentId === agentId)?.days ?? [];
  const [first] = days;
  if (first === undefined) return null;
  const start = Date.parse(first.day);
  // Rounded to whole days: with daylight saving time, midnights are 23 or 25 hours apart.
  const placed = days.map(({ day, decided, agreed }) => ({ place: Math.round((Date.parse(day) - start) / dayMs), day, decided, agreed }));
  const last = placed.at(-1)?.place ?? 0;
  const points: (readonly [number, number | null])[] = [];
  for (let place = Math.min(rollingDays - 1, last); place <= last; place += 1) {
    const within = placed.filter((one) => one.place <= place && one.place > place - rollingDays);
    const { decided, agreed } = sum(within);
    points.push([start + place * dayMs, decided === 0 ? null : (agreed / decided) * 100]);
  }
  const { decided, agreed } = sum(placed);
  return { points, decided, agreed, words: `${agreed} of ${decided} decided, 30 days` };
}

function sum(days: readonly { readonly decided: number; readonly agreed: number }[]): { decided: number; agreed: number } {
  return days.reduce((total, day) => ({ decided: total.decided + day.decided, agreed: total.agreed + day.agreed }), {
    decided: 0,
    agreed: 0,
  });
}

/** Label of a point of the chart. */
export function agreementLabels(percent: number): string {
  return formatPercent(percent, 1);
}
