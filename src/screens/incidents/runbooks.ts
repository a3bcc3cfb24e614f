import type { ScreenId } from '../../domain/screens/screens.ts';

/** Instructions for one kind of incident. Bundled with the console, so that they open during a network failure. */
export interface Runbook {
  readonly name: string;
  readonly title: string;
  /** How to recognise the situation. */
  readonly sign: string;
  readonly steps: readonly { readonly text: string; readonly screen?: ScreenId }[];
  /** How to tell that it is over. */
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
        text: 'Look at the stage: is it slow, or has it stopped? A last item older than a minute means that it has stopped.',
        screen: 'pipeline',
      },
      { text: 'Stopped: check the components it needs. Database and API gateway come first.', screen: 'health' },
      { text: 'Slow: add the workers that the stage card suggests, and note how many and when.', screen: 'pipeline' },
      { text: 'Look through the dead letters. The same error code again and again is the cause and not the consequence.', screen: 'dlq' },
      { text: 'Not better after 30 minutes: tell the sites that decisions are late. Payments wait; none is lost.' },
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
      { text: 'Leave the queue alone: it is sent in order when the connection is back. Sending by hand pays twice.', screen: 'pipeline' },
      { text: 'When it reports again, compare what it took with what we sent.', screen: 'dlq' },
    ],
    over: 'Measurements have come for five minutes and nothing of the gap is in the dead letters.',
  },
  {
    name: 'refused-uploads',
    title: 'Evidence is not stored',
    sign: 'Evidence storage refuses packs, or a pack is not locked.',
    steps: [
      { text: 'Acknowledge the incident. If packs could have been altered, activate the kill switch first and ask later.' },
      { text: 'Look at evidence storage: is it out of reach, or does it refuse?', screen: 'health' },
      { text: 'Refuses: renew the lock of the bucket. Packs wait at the intake meanwhile and are complete.', screen: 'pipeline' },
      { text: 'Verify the newest packs. One that does not verify is an incident of its own, and a grave one.', screen: 'evidence' },
    ],
    over: 'All packs that waited are stored, locked and verify.',
  },
];

/** The runbook with this name; null if there is none. */
export function runbookOf(name: string | null): Runbook | null {
  return runbooks.find((one) => one.name === name) ?? null;
}
