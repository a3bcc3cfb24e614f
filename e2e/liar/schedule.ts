/** One thing that happens to the console, its link, or the platform behind it. */
export type Step =
  | 'go elsewhere'
  | 'reload'
  | 'link refused'
  | 'link swallowed'
  | 'link open'
  | 'calls fail'
  | 'calls refused by us'
  | 'stranger answers'
  | 'stranger forges'
  | 'stream cut'
  | 'answers slow'
  | 'halted by another'
  | 'released by another'
  | 'agent changed by another'
  | 'letter promoted by another'
  | 'incident handled by another'
  | 'override moved by another'
  | 'account changed by another'
  | 'one call refused'
  | 'platform killed'
  | 'platform started again'
  | 'rows changed on the device'
  | 'rows changed at the platform'
  | 'device clock set'
  | 'incident noted here'
  | 'letter promoted here'
  | 'pipeline on by itself';

export interface Schedule {
  readonly number: number;
  /** The start screen's path. */
  readonly path: string;
  readonly steps: readonly Step[];
}

/** Screens that show claims. */
export const paths = [
  '/',
  '/dashboard-smart',
  '/operations/pipeline',
  '/system/health',
  '/operations/dlq',
  '/system/incidents',
  '/operations/verifications',
  '/operations/evidence',
  '/finance/rbf',
  '/finance/dgn',
  '/finance/schools',
  '/insights/ai-governance',
  '/insights/ai-governance?override=OVR-0005',
  '/insights/compliance',
  '/operations/verifications?id=VRF-001244',
  '/finance/rbf?id=RBF-0218',
  '/system/incidents?incident=INC-0042',
  '/system/audit',
  '/admin/users',
] as const;

/** Relative frequency of each step; slow steps are rare. */
const weights: Readonly<Record<Step, number>> = {
  'go elsewhere': 12,
  reload: 5,
  'link refused': 4,
  'link swallowed': 1,
  'link open': 6,
  'calls fail': 6,
  'calls refused by us': 4,
  'stranger answers': 4,
  'stranger forges': 5,
  'stream cut': 6,
  'answers slow': 2,
  'halted by another': 4,
  'released by another': 5,
  'agent changed by another': 3,
  'letter promoted by another': 2,
  'incident handled by another': 3,
  'override moved by another': 4,
  'account changed by another': 2,
  'one call refused': 6,
  'platform killed': 2,
  'platform started again': 2,
  'rows changed on the device': 4,
  'rows changed at the platform': 1,
  'device clock set': 3,
  'incident noted here': 3,
  'letter promoted here': 2,
  'pipeline on by itself': 3,
};

/** Random numbers from 0 to 1, reproducible by seed (mulberry32, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A schedule of a seed: each is drawn independently, so that one can be played alone. */
export function scheduleOf(seed: number, number: number): Schedule {
  const random = randomOf(seed * 100_003 + number);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; /* within its length */
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const step = (): Step => {
    let left = random() * total;
    for (const [name, weight] of Object.entries(weights)) if ((left -= weight) < 0) return name as Step; /* The object's own keys. */
    return 'go elsewhere';
  };
  const steps = Array.from({ length: 1 + Math.floor(random() * 3) }, step);
  return { number, path: oneOf(paths), steps };
}
