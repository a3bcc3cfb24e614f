import { Dexie } from 'dexie';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { Override } from '../../src/contracts/agent.ts';
import { OverrideActs } from '../../src/screens/aiGovernance/OverrideActs.tsx';
import { IncidentActs } from '../../src/screens/incidents/IncidentActs.tsx';
import { incidentViews } from '../../src/screens/incidents/model.ts';
import { readDraft } from '../../src/store/readDraft.ts';
import { databaseName } from '../../src/store/schema.ts';
import { UiProvider } from '../../src/ui/theme/UiProvider.tsx';
import { brian } from './fakePlatform.ts';
import { incidentRow } from './programme.ts';

export const incidentKey = 'incidents.act:INC-0042';
export const overrideKey = 'overrides.change:OVR-1';
/** The texts that stand on the disk under this key; null if none do. */
export const kept = (key: string) => readDraft(key).then((draft) => draft?.texts ?? null);

let letGo = () => {};
afterEach(() => letGo());
/** Keeps the table of drafts busy until the returned function is called, or the test ends. */
export async function holdDrafts(): Promise<() => void> {
  const raw = await new Dexie(databaseName('demo', brian.id)).open();
  let held = true;
  const begun = new Promise<void>((resolve) => {
    void raw
      .transaction('rw', 'drafts', async () => {
        while (held) {
          await raw.table('drafts').count();
          resolve();
        }
      })
      .finally(() => raw.close());
  });
  await begun;
  letGo = () => {
    held = false;
  };
  return letGo;
}

const override = (change: Partial<Override> = {}): Override => ({
  overrideId: 'OVR-1',
  predictionId: 'PRED-1',
  agentName: 'An agent with free values',
  originalPrediction: 'verified',
  overrideValue: 'disputed',
  justification: 'The meter was replaced.',
  requestedBy: brian.id,
  requestedByName: 'A',
  createdAt: '2026-11-21T07:00:00Z',
  status: 'pending',
  approvedBy: null,
  version: 1,
  ...change,
});
/** The form that changes an override of Brian’s. */
export const showOverride = (change?: Partial<Override>) => (
  <UiProvider>
    <OverrideActs override={override(change)} onAskAnew={null} />
  </UiProvider>
);
/** The form of an incident. */
export const showIncident = (id = 'INC-0042') => {
  const [view] = incidentViews({ incidents: [incidentRow({ id })], components: [], stages: [], businessNow: 0, origin: '' });
  if (view === undefined) throw new Error('no view');
  return (
    <UiProvider>
      <IncidentActs view={view} />
    </UiProvider>
  );
};
export const justification = () => page.getByRole('textbox', { name: 'Justification' });
export const note = () => page.getByRole('textbox', { name: /^Note/ });
