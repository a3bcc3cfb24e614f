import { atAge, decides, no, unknown, yes } from './judgement.ts';
import type { FreshnessState } from '../freshness/freshness.ts';

/**
 * Claims about schools and agents, from the stored rows. In the past tense once their rows are not live, and halted with the kill switch
 * on (D-15, D-23).
 */

interface Aged {
  /** Age of the rows behind the claim. */
  readonly freshness: FreshnessState;
}

/** A school against its targets (C-32); unknown before its first record. */
export const schoolPerforming = decides('performing', ({ performing, freshness }: Aged & { readonly performing: boolean | null }) => {
  if (performing === null) return atAge(freshness, unknown('Not measured', 'idle'), 'Was not measured');
  return performing ? atAge(freshness, yes('Performing')) : atAge(freshness, no('Below Target', 'warn'), 'Was below target');
});

/** The sensors of a school's kitchen; `simulated`: the demo generated the reading, which is stated. */
export const sensorsHealthy = decides(
  'sensors',
  ({ state, simulated, freshness }: Aged & { readonly state: 'healthy' | 'warning' | 'critical' | null; readonly simulated: boolean }) => {
    const by = simulated ? ', simulated' : '';
    switch (state) {
      case null:
        return atAge(freshness, unknown('Sensors not measured', 'idle'), 'Sensors were not measured');
      case 'healthy':
        return atAge(freshness, yes(`Sensors healthy${by}`), `Sensors were healthy${by}`);
      case 'warning':
        return atAge(freshness, no(`Sensor warning${by}`, 'warn'), `Had a sensor warning${by}`);
      case 'critical':
        return atAge(freshness, no(`Sensors critical${by}`, 'bad'), `Sensors were critical${by}`);
      default:
        return state satisfies never;
    }
  },
);

/** A school's payments (`schoolPaymentStatus`); `none` if it has none. */
export const schoolPaid = decides(
  'schoolPaid',
  ({ state, freshness }: Aged & { readonly state: 'paid' | 'pending' | 'overdue' | 'none' }) => {
    switch (state) {
      case 'paid':
        return atAge(freshness, yes('Payments paid'), 'Payments were paid');
      case 'pending':
        return atAge(freshness, no('Payment pending', 'pending'), 'Payment was pending');
      case 'overdue':
        return atAge(freshness, no('Payment overdue', 'warn'), 'Payment was overdue');
      case 'none':
        return atAge(freshness, no('No payments', 'idle'), 'Had no payments');
      default:
        return state satisfies never;
    }
  },
);

/** An agent that decides on its own (C-36). */
export const agentDecides = decides('agentActive', ({ mode, freshness }: Aged & { readonly mode: 'shadow' | 'advisory' | 'active' }) => {
  switch (mode) {
    case 'active':
      return atAge(freshness, yes('Active'));
    case 'advisory':
      return atAge(freshness, no('Advisory', 'info'));
    case 'shadow':
      return atAge(freshness, no('Shadow', 'idle'));
    default:
      return mode satisfies never;
  }
});

/** An agent that is enabled. */
export const agentEnabled = decides('enabled', ({ enabled, freshness }: Aged & { readonly enabled: boolean }) =>
  atAge(freshness, enabled ? yes('Enabled') : no('Disabled', 'idle')),
);

/** A figure against the limit it must reach; unknown if nothing was measured. */
export const limitHeld = decides(
  'limitHeld',
  ({ known, value, limit, freshness }: Aged & { readonly known: boolean; readonly value: number; readonly limit: number }) => {
    if (!known) return atAge(freshness, unknown('Not measured', 'idle'), 'Was not measured');
    return value >= limit ? atAge(freshness, yes('Target met'), 'Target was met') : atAge(freshness, no('Below target', 'warn'));
  },
);
