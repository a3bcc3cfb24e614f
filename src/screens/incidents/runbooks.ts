import { type ScreenId, screens } from '../../domain/screens.ts';

/** What to do when something of a kind happens. Part of the console, so that it opens where the network is what has failed. */
export interface Runbook {
  readonly name: string;
  readonly title: string;
  /** How one knows that it is this. */
  readonly sign: string;
  readonly steps: readonly { readonly text: string; readonly screen?: ScreenId }[];
  /** When it is over. */
  readonly over: string;
}

export const runbooks: readonly Runbook[] = [
  {
    name: 'queue-lag',
    title: 'A stage is behind its objective',
    sign: 'The lag of a pipeline stage is above its limit and its queue grows faster than it is worked off.',
    steps: [
      { text: 'Acknowledge the incident, so that nobody else begins the same.' },
      {
        text: 'Look at the stage: is it slow, or does it stand still? A last item older than a minute means that it stands still.',
        screen: 'pipeline',
      },
      { text: 'Standing still: check the components it needs. Database and API gateway come first.', screen: 'health' },
      { text: 'Slow: add the workers that the stage card suggests, and note how many and when.', screen: 'pipeline' },
      { text: 'Look through the dead letters. The same error code again and again is the cause and not the consequence.', screen: 'dlq' },
      { text: 'Not better after 30 minutes: tell the sites that decisions come late. Payments wait; none is lost.' },
    ],
    over: 'The lag is within the objective for ten minutes and the queue shrinks.',
  },
  {
    name: 'silent-integration',
    title: 'An integration does not report',
    sign: 'A stage has sent no measurement for several minutes; its chart shows a gap and its state is unknown.',
    steps: [
      { text: 'Acknowledge the incident.' },
      { text: 'See whether the others report: if none does, it is our own network and not theirs.', screen: 'health' },
      { text: 'Call the other side. Ask whether it was restarted, and whether it refuses our key.' },
      { text: 'Leave the queue alone: what waits is sent in order when the link is back. Sending by hand pays twice.', screen: 'pipeline' },
      { text: 'When it reports again, compare what it took with what we sent.', screen: 'dlq' },
    ],
    over: 'Measurements have come for five minutes and nothing of the gap is in the dead letters.',
  },
  {
    name: 'refused-uploads',
    title: 'Evidence is not stored',
    sign: 'Evidence storage refuses packs, or a pack stands as not locked.',
    steps: [
      { text: 'Acknowledge the incident. If packs could have been altered, activate the kill switch first and ask later.' },
      { text: 'Look at evidence storage: is it out of reach, or does it refuse?', screen: 'health' },
      { text: 'Refuses: renew the lock of the bucket. Packs wait at the intake meanwhile and are complete.', screen: 'pipeline' },
      { text: 'Verify the newest packs. One that does not verify is an incident of its own, and a grave one.', screen: 'evidence' },
    ],
    over: 'All packs that waited are stored, locked and verify.',
  },
];

/** The runbook of a name; null where there is none. */
export function runbookOf(name: string | null): Runbook | null {
  return runbooks.find((one) => one.name === name) ?? null;
}

/** Where a step leads. */
export function stepPath(screen: ScreenId): string {
  return screens[screen].path;
}
