import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { followSession, stopReading } from '../../bridge/reads/readStore.ts';
import type { AuditRecord } from '../../contracts/audit.ts';
import { canonicalAuditRecord } from '../../domain/records/auditChain.ts';
import { GENESIS } from '../../domain/records/chain.ts';
import { sha256Hex } from '../../evidence/bytes.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { createAuditChecker } from './auditChecker.ts';

const tenantId = 'demo';
const userId = 'u-audit-drawer';
const now = Date.parse('2026-11-23T15:10:00Z');

afterEach(async () => {
  stopReading();
  await wipe(tenantId, userId);
});

/** Stores one line, sealed as the platform does, and renders its drawer. */
async function shown(change: Partial<AuditRecord>) {
  const line: Omit<AuditRecord, 'hash'> = {
    chainIndex: 0,
    at: '2026-11-23T15:02:11.000Z',
    actorId: 'usr-1',
    actorName: 'Chebet Koech',
    action: 'incident.note',
    target: 'INC-0042',
    outcome: 'done',
    correlationId: 'corr-1',
    ip: '127.0.0.1',
    details: {},
    prevHash: GENESIS,
    ...change,
  };
  const record = { ...line, hash: await sha256Hex(canonicalAuditRecord(tenantId, line)) };
  const store = await openWriteStore(tenantId, userId);
  if (!store.ok) throw new Error(store.problem.message);
  const applied = await store.value.applyAnswer(
    'audit',
    { records: [record], totalCount: 1, lastUpdated: record.at },
    { receivedAt: now, asOfSeq: 1, epoch: 'e1', extent: 'part' },
  );
  expect(applied).toMatchObject({ ok: true });
  followSession({
    phase: 'signedIn',
    user: { id: userId, email: 'a@ukweli.example', name: 'A', role: 'admin', tenantId },
    tenant: { tenantId, name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' },
    confirmed: true,
    expiresAt: now,
    warningEndsAt: null,
  });
  return render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <AuditDrawer
          freshness={{ kind: 'live', at: 0 }}
          place={0}
          checker={createAuditChecker(tenantId, sha256Hex)}
          neighbours={{ previousId: null, nextId: null }}
          onOpen={() => undefined}
          onClose={() => undefined}
        />
      </ClockProvider>
    </UiProvider>,
  );
}

/** The facts of the line as label and value, in order. */
const facts = (screen: Awaited<ReturnType<typeof shown>>) =>
  [...screen.baseElement.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);

it('a line of what waited on a device says when it was written there and when it was received, both to the second, and once', {
  tags: ['M-7', 'D-56'],
}, async () => {
  const screen = await shown({ details: { decidedAt: '2026-11-23T06:10:05.000Z' } });
  await expect.element(screen.getByText('Written', { exact: true })).toBeVisible();
  expect(facts(screen).slice(0, 3)).toEqual([
    ['Written', '23 Nov 2026, 09:10:05 EAT on the device'],
    ['Received', '23 Nov 2026, 18:02:11 EAT'],
    ['Who', 'Chebet Koech usr-1'],
  ]);
  // Not repeated among the raw details.
  await expect.element(screen.getByText('DecidedAt')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'Details' })).not.toBeInTheDocument();
});

it('anything but a note is decided; what was sent at once has one moment', { tags: ['M-7', 'D-56'] }, async () => {
  const waited = await shown({ action: 'dead_letter.promote', details: { decidedAt: '2026-11-22T20:10:05.000Z' } });
  await expect.element(waited.getByText('Decided', { exact: true })).toBeVisible();
  expect(facts(waited)[0]).toEqual(['Decided', '22 Nov 2026, 23:10:05 EAT on the device']);
  await waited.unmount();
  stopReading();
  await wipe(tenantId, userId);

  const atOnce = await shown({ details: { decidedAt: '2026-11-23T15:02:10.000Z' } });
  await expect.element(atOnce.getByText('When', { exact: true })).toBeVisible();
  expect(facts(atOnce)[0]).toEqual(['When', '23 Nov 2026, 18:02:11 EAT']);
  await expect.element(atOnce.getByText('Received', { exact: true })).not.toBeInTheDocument();
});

it('a line that sums up what strangers were refused says how often, from where and between when, and no raw member twice', {
  tags: ['G-12'],
}, async () => {
  const screen = await shown({
    actorId: null,
    actorName: 'Unknown',
    action: 'session.create',
    outcome: 'refused',
    ip: null,
    details: { why: 'rate_limited', times: 1994, from: '2026-11-23T15:01:00.000Z', until: '2026-11-23T15:01:59.000Z' },
  });
  await expect.element(screen.getByText('Repeated', { exact: true })).toBeVisible();
  expect(facts(screen).slice(0, 2)).toEqual([
    ['Recorded', '23 Nov 2026, 18:02:11 EAT'],
    ['Repeated', 'Refused 1,994 times from several addresses between 18:01:00 and 18:01:59'],
  ]);
  expect(facts(screen)).toContainEqual(['From', 'several addresses']);
  await expect.element(screen.getByText('Times', { exact: true })).not.toBeInTheDocument();
});
