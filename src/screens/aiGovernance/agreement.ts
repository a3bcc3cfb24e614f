import type { AgreementResponse } from '../../contracts/agent.ts';
import { formatPercent } from '../../domain/format.ts';

/** Days over which one point of the chart counts: a single day holds too few decisions to say anything. */
export const rollingDays = 7;
const dayMs = 86_400_000;

/** How often people agreed with an agent, and how that went. */
export interface AgreementView {
  /** Percent of the last `rollingDays` days, by the day they end on; null where nobody decided anything. */
  readonly points: readonly (readonly [at: number, percent: number | null])[];
  readonly decided: number;
  readonly agreed: number;
  /** '250 of 260 predictions, 30 days'. */
  readonly words: string;
}

/** The agreement of one agent; null where no day of it is held. */
export function agreementView(agents: AgreementResponse['agents'], agentId: string): AgreementView | null {
  const days = agents.find((agent) => agent.agentId === agentId)?.days ?? [];
  const [first] = days;
  if (first === undefined) return null;
  const start = Date.parse(first.day);
  // By whole days from the first: where summer time comes and goes, midnights are 23 or 25 hours apart.
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

/** A point of the chart in words. */
export function agreementWords(percent: number): string {
  return formatPercent(percent, 1);
}
