import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginRoles } from '../../contracts/access.ts';
import { overrideSchema } from '../../contracts/agent.ts';
import { auditOutcomes } from '../../contracts/audit.ts';
import { userStatuses } from '../../contracts/adminUser.ts';
import { severitySchema } from '../../contracts/incident.ts';
import { isInnerLink, longestLink } from '../../contracts/links.ts';
import { portfolioStates } from '../../contracts/overview.ts';
import { paymentStatusSchema } from '../../contracts/rbf.ts';
import { reportKinds } from '../../contracts/report.ts';
import { seriesWindows } from '../../contracts/series.ts';
import { verificationStatusSchema } from '../../contracts/verification.ts';
import { type AddressOf, href, queryOf } from './address.ts';
import { receivedHref } from './link.ts';
import { openedBy, readAddress, underneath } from './readAddress.ts';
import { rowsOf } from './screenParams.ts';
import { type ScreenId, screenIds, screens } from './screens.ts';

const read = <Id extends ScreenId>(id: Id, query: string): AddressOf<Id> => readAddress(id, new URLSearchParams(query));

/** Texts that people and programs type into addresses. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '%', '%zz', '\ud800', 'null', '__proto__', 'constructor', '-1', '1e9', '0', '..', '&=?#+ ', '\u202e', 'ä€😀'),
);
const anyId = fc.constantFrom(...screenIds);
/** A screen with an address as its codecs read it from hostile texts. */
const anyAddress = fc.tuple(anyId, fc.array(hostile, { minLength: 12, maxLength: 12 })).map(([id, texts]) => ({
  id,
  address: read(id, new URLSearchParams(names(id).map((name, at): [string, string] => [name, texts[at % 12] ?? ''])).toString()),
}));
const names = (id: ScreenId): readonly string[] => rowsOf(id).flatMap(([name, { as = name, was = [] }]) => [as, ...was]);

describe('addresses of the screen table', { tags: ['D-42'] }, () => {
  it('are read back as they were written, for every screen and whatever is in them', { tags: ['D-42'] }, () => {
    fc.assert(
      fc.property(anyAddress, ({ id, address }) => {
        const link = href(id, address);
        expect(read(id, link.split('?')[1] ?? '')).toEqual(address);
        expect(isInnerLink(link)).toBe(true);
        expect(receivedHref(link)).toBe(link);
      }),
      { numRuns: 2000 },
    );
  });

  it('are read from any text without failing, and unknown values as none', { tags: ['D-42'] }, () => {
    fc.assert(
      fc.property(anyId, hostile, fc.array(fc.tuple(hostile, hostile)), (id, query, pairs) => {
        const quiet = read(id, '');
        expect(Object.keys(read(id, query))).toEqual(Object.keys(quiet));
        expect(read(id, new URLSearchParams(pairs).toString())).toBeDefined();
        expect(typeof queryOf(id, read(id, query))).toBe('string');
      }),
      { numRuns: 2000 },
    );
    expect(read('verifications', 'status=stolen&period=constructor&sort=up')).toEqual(read('verifications', ''));
    expect(read('users', 'page=0')).toEqual(read('users', 'page=1e3'));
  });

  it('name nothing that is longer than any link, whatever is typed', { tags: ['D-42'] }, () => {
    const long = 'x'.repeat(longestLink + 1);
    for (const id of screenIds) {
      const query = new URLSearchParams(names(id).map((name) => [name, long])).toString();
      expect([id, isInnerLink(href(id, read(id, query)))]).toEqual([id, true]);
    }
    expect(read('verifications', `open=${long}`)).toEqual(read('verifications', ''));
  });

  it('leave out what a screen shows by default', { tags: ['D-42'] }, () => {
    for (const id of screenIds) expect([id, href(id, read(id, ''))]).toEqual([id, screens[id].path]);
    expect(href('verifications', { search: 'Kilifi Baobab', status: 'failed' })).toBe(
      '/operations/verifications?q=Kilifi+Baobab&status=failed',
    );
  });

  it.each([
    ['verifications', 'id=VRF-001244', 'VRF-001244'],
    ['verifications', 'vrf=VRF-001244', 'VRF-001244'],
    ['evidence', 'pack=EP-0931', 'EP-0931'],
    ['dlq', 'item=DLQ-00319', 'DLQ-00319'],
    ['dgn', 'id=DGN-014', 'DGN-014'],
    ['rbf', 'id=RBF-0218', 'RBF-0218'],
    ['compliance', 'report=PCAF-2025-0001', 'PCAF-2025-0001'],
    ['aiGovernance', 'override=OVR-0005', 'OVR-0005'],
    ['incidents', 'incident=INC-0042', 'INC-0042'],
    ['audit', 'id=17', '17'],
    ['users', 'edit=usr-demo-bank', 'usr-demo-bank'],
    ['usersComplete', 'edit=usr-demo-bank', 'usr-demo-bank'],
  ] as const)('are read by their old names for good: %s ?%s', { tags: ['D-42'] }, (id, query, record) => {
    expect(read(id, query).open).toBe(record);
    expect(href(id, { open: record })).toBe(`${screens[id].path}?open=${record}`);
    // The name of today counts where both are there.
    expect(read(id, `${query}&open=other`).open).toBe('other');
  });

  it('know every value that the contracts know', { tags: ['D-42'] }, () => {
    const asked = [
      ...verificationStatusSchema.options.map((value) => [read('verifications', `status=${value}`).status, value]),
      ...verificationStatusSchema.options.map((value) => [read('evidence', `status=${value}`).status, value]),
      ...portfolioStates.map((value) => [read('dgn', `state=${value}`).state, value]),
      ...paymentStatusSchema.options.map((value) => [read('rbf', `status=${value}`).status, value]),
      ...reportKinds.map((value) => [read('compliance', `kind=${value}`).kind, value]),
      ...severitySchema.options.map((value) => [read('incidents', `severity=${value}`).severity, value]),
      ...overrideSchema.shape.status.options.map((value) => [read('aiGovernance', `status=${value}`).status, value]),
      ...auditOutcomes.map((value) => [read('audit', `outcome=${value}`).outcome, value]),
      ...userStatuses.map((value) => [read('users', `status=${value}`).status, value]),
      ...loginRoles.map((value) => [read('users', `role=${value}`).role, value]),
      ...Object.keys(seriesWindows).flatMap((value) => [
        [read('pipeline', `window=${value}`).window, value],
        [read('rbf', `window=${value}`).window, value],
      ]),
    ];
    for (const [found, value] of asked) expect(found).toBe(value);
  });

  it('tell what is open over a screen, and the address beneath it', { tags: ['D-61'] }, () => {
    const address = read('incidents', 'status=active&incident=INC-0042&runbook=queue-lag');
    expect(openedBy('incidents', address)).toEqual(['open', 'runbook']);
    expect(href('incidents', underneath('incidents', address))).toBe('/system/incidents?status=active');
    expect(openedBy('overview', read('overview', 'open=x'))).toEqual([]);
  });

  it('take no link of the platform that leads elsewhere or to no screen', { tags: ['G-14'] }, () => {
    for (const link of [
      null,
      '',
      '//evil.example',
      'https://evil.example/',
      '/nowhere',
      '/operations/verifications\\..',
      'javascript:alert(1)',
    ])
      expect(receivedHref(link)).toBeNull();
    for (const link of ['/', '/verifications?id=VRF-1', '/finance/dgn?id=DGN-014#x']) expect(receivedHref(link)).toBe(link);
  });
});
