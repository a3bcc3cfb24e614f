import { describe, expect, it } from 'vitest';
import type { ExportFilter, ExportType } from '../../contracts/export.ts';
import { arranged, beginsWords, type ExportPlace, type ExportRule, hasWords, narrowed, strangeIn } from './narrowing.ts';
import { ruleOf } from './rules.ts';

const nairobi: ExportPlace = { zone: 'Africa/Nairobi' };
type Loose = Readonly<Record<string, unknown>>;
/** The rule of a kind, over rows with only the members under test. */
const looseRule = (type: ExportType) => ruleOf(type) as unknown as ExportRule<Loose>;
const early = '2026-11-24T08:00:00.000Z';
const late = '2026-11-24T09:00:00.000Z';

/** The minimal row of each kind, and for each order a pair in which the first row comes first. */
const ordered: Readonly<
  Partial<Record<ExportType, { readonly row: Loose; readonly by: Readonly<Record<string, readonly [Loose, Loose]>> }>>
> = {
  verifications: {
    row: { vrfId: 'VRF-1', siteCode: 'KE-1', status: 'pending', timestamp: early },
    by: {
      oldest: [{ timestamp: early }, { timestamp: late }],
      // A record sealed again later keeps its original position.
      newest: [
        { timestamp: early, recordedAt: late },
        { timestamp: late, recordedAt: early },
      ],
      site: [{ siteCode: 'KE-1' }, { siteCode: 'KE-2' }],
      status: [{ status: 'disputed' }, { status: 'verified' }],
    },
  },
  evidence_packs: {
    row: {
      packId: 'EP-1',
      timestamp: early,
      siteName: 'A',
      siteCode: 'KE-1',
      fileCount: 1,
      totalBytes: 1,
      status: 'failed',
      wormStatus: 'locked',
    },
    by: {
      packId: [{ packId: 'EP-1' }, { packId: 'EP-2' }],
      site: [{ siteName: 'Embu' }, { siteName: 'Kitui' }],
      code: [{ siteCode: 'KE-1' }, { siteCode: 'KE-2' }],
      at: [{ timestamp: early }, { timestamp: late }],
      files: [{ fileCount: 2 }, { fileCount: 10 }],
      size: [{ totalBytes: 9 }, { totalBytes: 10 }],
      status: [{ status: 'failed' }, { status: 'verified' }],
      worm: [{ wormStatus: 'locked' }, { wormStatus: 'open' }],
    },
  },
  dead_letters: {
    row: { itemId: 'DLQ-1', errorCode: 'A', errorMessage: 'a', retryCount: 1, correlationId: 'a', failedAt: early },
    by: {
      itemId: [{ itemId: 'DLQ-1' }, { itemId: 'DLQ-2' }],
      errorCode: [{ errorCode: 'A' }, { errorCode: 'B' }],
      errorMessage: [{ errorMessage: 'a' }, { errorMessage: 'b' }],
      retryCount: [{ retryCount: 2 }, { retryCount: 10 }],
      correlationId: [{ correlationId: 'a' }, { correlationId: 'b' }],
      failedAt: [{ failedAt: early }, { failedAt: late }],
    },
  },
  refinance_portfolios: {
    row: { portfolioId: 'DGN-1', state: 'frozen', receivablesValue: 1, performanceSummary: { totalSites: 1, avgUptime: 1 } },
    by: {
      portfolioId: [{ portfolioId: 'DGN-1' }, { portfolioId: 'DGN-2' }],
      state: [{ state: 'frozen' }, { state: 'sold' }],
      receivables: [{ receivablesValue: 9 }, { receivablesValue: 10 }],
      sites: [{ performanceSummary: { totalSites: 9 } }, { performanceSummary: { totalSites: 10 } }],
      uptime: [{ performanceSummary: { avgUptime: 9 } }, { performanceSummary: { avgUptime: 10 } }],
      moved: [{}, { frozenAt: early }],
    },
  },
  rbf_payments: {
    row: {
      payment_id: 'RBF-1',
      site_code: 'KE-1',
      milestone: { description: 'a' },
      payment: { amount: 1, status: 'failed', dueAt: early },
    },
    by: {
      payment: [{ payment_id: 'RBF-1' }, { payment_id: 'RBF-2' }],
      milestone: [{ milestone: { description: 'a' } }, { milestone: { description: 'b' } }],
      site: [{ site_code: 'KE-1' }, { site_code: 'KE-2' }],
      amount: [{ payment: { amount: 9 } }, { payment: { amount: 10 } }],
      status: [{ payment: { status: 'failed' } }, { payment: { status: 'paid' } }],
      // Descending, as the list opens, unpaid payments come before paid ones.
      paid: [{ payment: { paidAt: late } }, { payment: {} }],
      evidence: [{ evidencePackId: null }, { evidencePackId: 'EP-1' }],
    },
  },
  compliance_reports: {
    row: { reportId: 'A', kind: 'issb', generatedAt: early },
    by: {
      reportId: [{ reportId: 'A' }, { reportId: 'B' }],
      subject: [{ kind: 'issb' }, { kind: 'pcaf' }],
      at: [{ generatedAt: early }, { generatedAt: late }],
    },
  },
  ai_overrides: {
    row: { overrideId: 'OVR-1', agentName: 'A', originalPrediction: 'a', createdAt: early, status: 'pending' },
    by: {
      overrideId: [{ overrideId: 'OVR-1' }, { overrideId: 'OVR-2' }],
      agent: [{ agentName: 'A' }, { agentName: 'B' }],
      subject: [{}, { subject: 'VRF-1' }],
      change: [{ originalPrediction: 'a' }, { originalPrediction: 'b' }],
      by: [{}, { requestedByName: 'Amina' }],
      asked: [{ createdAt: early }, { createdAt: late }],
      state: [{ status: 'approved' }, { status: 'pending' }],
    },
  },
  incidents: {
    row: { id: 'INC-1', severity: 'sev2', title: 'a', affectedServices: [], createdAt: early, description: '' },
    by: {
      id: [{ id: 'INC-1' }, { id: 'INC-2' }],
      severity: [{ severity: 'sev1' }, { severity: 'sev3' }],
      title: [{ title: 'a' }, { title: 'b' }],
      services: [{ affectedServices: ['bank_integration'] }, { affectedServices: ['saastain_intake'] }],
      // Not acknowledged; acknowledged by an unnamed person; by a named one.
      by: [{ acknowledgedBy: 'Wanjiru' }, { acknowledgedAt: early, acknowledgedBy: 'Amina' }],
      opened: [{ createdAt: early }, { createdAt: late }],
      state: [{}, { resolvedAt: late }],
    },
  },
  audit_records: {
    row: { chainIndex: 1, actorName: 'a', action: 'login', target: '', correlationId: '', outcome: 'done', at: early },
    by: { oldest: [{ chainIndex: 9 }, { chainIndex: 10 }], newest: [{ chainIndex: 10 }, { chainIndex: 9 }] },
  },
  users: {
    row: { id: 'usr-1', name: 'A', email: 'a', role: 'admin', status: 'active' },
    by: {
      name: [{ name: 'Amina' }, { name: 'Otieno' }],
      email: [{ email: 'a' }, { email: 'b' }],
      role: [{ role: 'admin' }, { role: 'operator' }],
      status: [{ status: 'active' }, { status: 'inactive' }],
      last_login_at: [{}, { last_login_at: early }],
      created_at: [{}, { created_at: early }],
    },
  },
};

describe('what an export is narrowed and ordered by', () => {
  it.each(Object.entries(ordered))(
    '%s: each order puts first what it says, and its opposite last',
    { tags: ['P-3'] },
    (type, { row, by }) => {
      const rule = looseRule(type as ExportType); // a key of the table
      const known = Object.keys(rule.orders).filter((name) => !name.startsWith('-') && name !== 'score');
      expect(Object.keys(by).sort()).toEqual(known.sort());
      for (const [sort, [first, second]] of Object.entries(by)) {
        const [a, b] = [
          { ...row, ...first },
          { ...row, ...second },
        ];
        for (const rows of [
          [a, b],
          [b, a],
        ])
          expect(arranged(rule, rows, { sort }, nairobi), `${type} by ${sort}`).toEqual([a, b]);
        if (Object.hasOwn(rule.orders, `-${sort}`))
          expect(arranged(rule, [a, b], { sort: `-${sort}` }, nairobi), `${type} by -${sort}`).toEqual([b, a]);
      }
    },
  );

  it('without a word for the order, a list stands as it opens', { tags: ['P-3'] }, () => {
    const packs = looseRule('evidence_packs');
    const [a, b] = [
      { packId: 'EP-1', timestamp: early },
      { packId: 'EP-2', timestamp: late },
    ];
    expect(arranged(packs, [a, b], {}, nairobi)).toEqual([b, a]);
    // Default order: pending requests before decided ones, however old.
    const [decided, waits] = [
      { overrideId: 'OVR-1', createdAt: late, status: 'approved' },
      { overrideId: 'OVR-2', createdAt: early, status: 'pending' },
    ];
    expect(arranged(looseRule('ai_overrides'), [decided, waits], {}, nairobi)).toEqual([waits, decided]);
  });

  it('payments that an order leaves alike stand by when they are due, the latest first, and those due together by their names', {
    tags: ['P-3'],
  }, () => {
    const due = (payment_id: string, dueAt: string) => ({ payment_id, payment: { status: 'pending', dueAt } });
    const rows = [due('RBF-8', early), due('RBF-9', early), due('RBF-1', late)];
    const stand = arranged(looseRule('rbf_payments'), rows, { sort: 'status' }, nairobi);
    expect(stand.map(({ payment_id }) => payment_id)).toEqual(['RBF-1', 'RBF-9', 'RBF-8']);
  });

  it('verifications of one site stand as they came in, and those that came in together by their names', { tags: ['P-3'] }, () => {
    const came = (vrfId: string, timestamp: string) => ({ vrfId, siteCode: 'KE-1', timestamp });
    const rows = [came('VRF-1', late), came('VRF-3', early), came('VRF-2', early)];
    const stand = arranged(looseRule('verifications'), rows, { sort: 'site' }, nairobi);
    expect(stand.map(({ vrfId }) => vrfId)).toEqual(['VRF-2', 'VRF-3', 'VRF-1']);
  });

  it('incidents of one severity stand with the newest first, and those opened together by their names', { tags: ['M-13', 'P-3'] }, () => {
    const opened = (id: string, createdAt: string) => ({ id, severity: 'sev2', createdAt });
    const rows = [opened('INC-3', early), opened('INC-8', early), opened('INC-1', late)];
    const stand = arranged(looseRule('incidents'), rows, {}, nairobi);
    expect(stand.map(({ id }) => id)).toEqual(['INC-1', 'INC-8', 'INC-3']);
  });

  it('only so many of the newest, none of them for nought', { tags: ['P-3'] }, () => {
    const letters = looseRule('dead_letters');
    const rows = [1, 2, 3].map((hour) => ({ itemId: `DLQ-${hour}`, failedAt: `2026-11-24T0${hour}:00:00.000Z` }));
    expect(arranged(letters, rows, { newest: 2 }, nairobi).map(({ itemId }) => itemId)).toEqual(['DLQ-3', 'DLQ-2']);
    expect(arranged(letters, rows, { newest: 0 }, nairobi)).toEqual([]);
  });

  it('the record is listed newest first, also where an order is named that it does not have', { tags: ['P-3'] }, () => {
    const rows = [2, 9, 5].map((chainIndex) => ({ chainIndex }));
    const listed = arranged(looseRule('audit_records'), rows, { sort: 'toString' }, nairobi);
    expect(listed.map(({ chainIndex }) => chainIndex)).toEqual([9, 5, 2]);
  });

  it('names what it cannot keep to, also where a name is every object’s', { tags: ['P-3', 'A-9'] }, () => {
    const letters = looseRule('dead_letters');
    const strange = (filter: Readonly<Record<string, unknown>>) => strangeIn(letters, filter as ExportFilter); // hostile on purpose
    expect(strange({ newest: 2, sort: '-failedAt', errorCode: 'A' })).toEqual([]);
    expect(strange({ newest: 0 })).toEqual([]);
    for (const newest of [-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1, '2'])
      expect(strange({ newest }), String(newest)).toEqual(['newest']);
    for (const sort of ['toString', 'hasOwnProperty', '__proto__', 'size', 3])
      expect(strange({ sort }), String(sort)).toEqual([`sort by ${sort}`]);
    for (const name of ['toString', 'constructor', 'siteCode']) expect(strange({ [name]: 'x' }), name).toEqual([name]);
    expect(strange({ errorCode: 7 })).toEqual(['errorCode']);
    // Unknown filters applied anyway have no effect and do not fail.
    const rows = [{ itemId: 'DLQ-1', failedAt: early }];
    expect(arranged(letters, rows, { sort: 'toString', constructor: 'x' } as ExportFilter, nairobi)).toEqual(rows);
  });

  it('narrows by each word at once, and by the calendar day of the place', { tags: ['P-3'] }, () => {
    const packs = looseRule('evidence_packs');
    const row = {
      packId: 'EP-1',
      siteCode: 'KE-1',
      siteName: 'Embu Riverside',
      signerKid: 'k',
      status: 'verified',
      timestamp: '2026-11-24T22:30:00.000Z',
    };
    const left = (by: Readonly<Record<string, string | null>>) => narrowed(packs, [row], by, nairobi).length;
    expect([left({}), left({ status: '' }), left({ status: null }), left({ status: 'verified', siteCode: 'KE-1' })]).toEqual([1, 1, 1, 1]);
    expect([left({ status: 'verified', siteCode: 'KE-2' }), left({ search: 'river ep-1' }), left({ search: 'river ep-2' })]).toEqual([
      0, 1, 0,
    ]);
    // In Nairobi it is half past one in the night of the 25th.
    expect([left({ day: '25 Nov 2026' }), left({ day: '24 Nov 2026' })]).toEqual([1, 0]);
  });

  it('looks for words anywhere, or at beginnings, whatever their case', () => {
    expect([hasWords('Embu Riverside', 'RIVER emb'), hasWords('Embu', 'river'), hasWords('Embu', '')]).toEqual([true, false, true]);
    expect([beginsWords(['Embu Riverside'], 'river'), beginsWords(['Embu Riverside'], 'side'), beginsWords(['Embu'], '')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
