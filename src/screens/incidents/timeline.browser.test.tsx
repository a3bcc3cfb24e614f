import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import './incidents.css';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Incident, IncidentEntry } from '../../contracts/incident.ts';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { incidentViews } from './model.ts';
import { Timeline } from './Timeline.tsx';

const now = Date.parse('2026-11-23T15:10:00Z');
const entry = (place: number, at: string, over: Partial<IncidentEntry>): IncidentEntry => ({
  place,
  at: `2026-11-23T${at}:00.000Z`,
  kind: 'note',
  by: 'Chebet Koech',
  text: '',
  ...over,
});
const incident: Incident = {
  id: 'INC-0042',
  severity: 'sev2',
  title: 'Queue lag exceeded 12 minutes',
  description: 'The decision service works slower than it is fed.',
  createdAt: '2026-11-23T05:30:00.000Z',
  affectedServices: [],
  version: 5,
  timeline: [
    entry(1, '05:30', { kind: 'opened', by: '' }),
    entry(2, '06:00', { kind: 'acknowledged', decidedAt: '2026-11-23T05:59:30.000Z' }),
    entry(3, '14:00', { kind: 'resolved', by: 'Otieno Odhiambo', byId: 'usr-demo-bank', text: 'Worked off.' }),
    entry(4, '15:02', { decidedAt: '2026-11-23T06:10:00.000Z', text: 'Two workers added, the lag still grows.' }),
    entry(5, '15:03', { decidedAt: '2026-11-22T20:10:00.000Z', text: 'Seen the evening before.' }),
  ],
};

it('a note that waited on a device says when it was written and when it was received; what was sent at once has one moment', {
  tags: ['M-7', 'D-56', 'P-7'],
}, async () => {
  const [view] = incidentViews({ incidents: [incident], components: [], stages: [], businessNow: now, origin: 'https://console.example' });
  const { container } = await render(
    <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
      <Timeline incidentId="INC-0042" entries={view?.timeline ?? []} coming={[]} />
    </ClockProvider>,
  );
  expect([...container.querySelectorAll('li p:first-child')].map(({ textContent }) => textContent)).toEqual([
    'Opened by the platform 08:30 EAT',
    'Acknowledged by Chebet Koech · account not recorded 09:00 EAT',
    'Resolved by Otieno Odhiambo · usr-demo-bank 17:00 EAT',
    'Note by Chebet Koech · account not recorded written 09:10 on the device, received 18:02 EAT',
    'Note by Chebet Koech · account not recorded written 22 Nov, 23:10 on the device, received 18:03 EAT',
  ]);
});
