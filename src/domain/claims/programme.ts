import { atAge, decides, no, unknown, yes } from './judgement.ts';
import type { FreshnessState } from '../freshness.ts';

/** Claims of the programme, by the rows that are held: schools and agents. Told in the past once their rows are not live, and halted with the kill switch on (D-15, D-23). */

interface Aged {
  /** How old the rows are that tell it. */
  readonly freshness: FreshnessState;
}

/** A school against its targets (C-32); nothing is known of one before its first record. */
export const schoolPerforming = decides('performing', ({ performing, freshness }: Aged & { readonly performing: boolean | null }) => {
  if (performing === null) return atAge(freshness, unknown('Not measured', 'idle'), 'Was not measured');
  return performing ? atAge(freshness, yes('Performing')) : atAge(freshness, no('Below Target', 'warn'), 'Was below target');
});

/** The sensors of a school's kitchen; `simulated`: the demo made the reading up, which is said with it. */
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

/** What a school's payments come to (`schoolPaymentStatus`); `none` where it has none. */
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

/** An agent that decides by itself (C-36). */
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

/** An agent that is switched on. */
export const agentEnabled = decides('enabled', ({ enabled, freshness }: Aged & { readonly enabled: boolean }) =>
  atAge(freshness, enabled ? yes('Enabled') : no('Disabled', 'idle')),
);

/** A figure against the limit that it is to reach; not known where nothing was measured. */
export const limitHeld = decides(
  'limitHeld',
  ({ known, value, limit, freshness }: Aged & { readonly known: boolean; readonly value: number; readonly limit: number }) => {
    if (!known) return atAge(freshness, unknown('Not measured', 'idle'), 'Was not measured');
    return value >= limit ? atAge(freshness, yes('Limit held'), 'Limit was held') : atAge(freshness, no('Under its limit', 'warn'));
  },
);
