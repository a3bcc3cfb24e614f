import { describe, expect, it } from 'vitest';
import { consoleRoles, loginRoles, type LoginRole, type Permission } from '../../contracts/access.ts';
import type { SessionStatus } from '../../contracts/rpc.ts';
import { offeredPermissions } from '../../domain/accounts/access.ts';
import { aliasOf, allPlaces } from '../../domain/places.ts';
import { screenIds, screens } from '../../domain/screens/screens.ts';
import { decideRoute } from './guard.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };

function signedIn(role: LoginRole): SessionStatus {
  const user = { id: 'usr-1', email: 'a@ukweli.example', role, tenantId: 'demo', name: 'Amina' };
  return { phase: 'signedIn', user, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null };
}
const nobody: SessionStatus = { phase: 'signedOut', reason: 'none', logoutPending: false };

/** The base document's table (core, section 6) with D-5, written out by hand, so that a change of `domain/access` shows here. */
const readOnly: readonly Permission[] = ['view:dashboard', 'view:kpi', 'view:health', 'view:pipeline', 'view:verifications'];
const byDocument: Readonly<Record<LoginRole, readonly Permission[]>> = {
  admin: [
    ...readOnly,
    'view:evidence',
    'view:finance',
    'view:ai_audit',
    'view:audit',
    'admin:users',
    'admin:displays',
    'view:dgn_summary',
    'view:rbf_summary',
    'export:data',
    'action:recompute_hash',
    'action:promote_dlq',
    'action:switch_role',
  ],
  bank_ops: [...readOnly, 'view:evidence', 'view:finance', 'export:data', 'action:recompute_hash'],
  operator: [...readOnly, 'view:evidence', 'action:recompute_hash'],
  auditor: [...readOnly, 'view:evidence', 'view:ai_audit', 'view:audit', 'action:recompute_hash'],
};

describe('role × route', () => {
  for (const role of loginRoles) {
    for (const { id, path, needs, morphic } of allPlaces()) {
      it(`${role} at ${path}`, { tags: ['C-2', 'C-72', 'C-73', 'D-5', 'D-6', 'I-1'] }, () => {
        const decision = decideRoute(path, '', signedIn(role));
        const may = needs === 'public' || needs === 'session' || byDocument[role].some((held) => held === needs);
        if (path === '/login') expect(decision).toEqual({ kind: 'redirect', to: '/' });
        else if (may) expect(decision).toEqual({ kind: 'open', id, morphic });
        else expect(decision).toEqual({ kind: 'denied', id, needs });
      });
    }
  }

  it.each(allPlaces().map(({ path, needs }) => [path, needs] as const))(
    'nobody signed in at %s is sent to the way in unless it is public (%s), and comes back to it',
    { tags: ['C-2', 'I-1'] },
    (path, needs) => {
      const decision = decideRoute(path, 'q=x', nobody);
      if (needs === 'public') expect(decision.kind).toBe('open');
      else expect(decision).toEqual({ kind: 'redirect', to: `/login?next=${encodeURIComponent(`${path}?q=x`)}` });
    },
  );

  it('a wall display is led to its one page from everywhere, and never to a way in', { tags: ['K-10'] }, () => {
    const wall = signedIn('auditor');
    if (wall.phase !== 'signedIn') throw new Error('signed in');
    const wallPage = { kind: 'open', id: 'wall', morphic: null };
    const display = { ...wall, user: { ...wall.user, display: { reads: ['kpis'] } } };
    for (const path of [...allPlaces().map((place) => place.path), '/no-such-page', '/verifications'])
      expect(decideRoute(path, '', display)).toEqual(path === '/wall' ? wallPage : { kind: 'redirect', to: '/wall' });
    for (const session of [nobody, { phase: 'starting' } as const, { ...nobody, reason: 'revoked' } as const])
      expect(decideRoute('/wall', '', session)).toEqual(wallPage);
  });

  it('the auditor opens evidence, and no console role of his own gives it to him', { tags: ['C-73'] }, () => {
    expect(decideRoute('/operations/evidence', '', signedIn('auditor'))).toEqual({ kind: 'open', id: 'evidence', morphic: null });
  });
});

describe('a role that an admin has chosen to see the console in', () => {
  it.each(consoleRoles)(
    'as %s opens what that role holds, and nothing that the account does not',
    { tags: ['C-11', 'C-68', 'D-5'] },
    (stored) => {
      for (const id of screenIds) {
        const { path, needs } = screens[id];
        if (needs === 'public') continue;
        const may = needs === 'session' || offeredPermissions('admin', stored).has(needs);
        expect([path, decideRoute(path, '', signedIn('admin'), stored).kind]).toEqual([path, may ? 'open' : 'denied']);
      }
    },
  );

  it('counts for nobody else, and not if it is none of the four', { tags: ['C-68'] }, () => {
    for (const stored of ['admin', 'root', 'auditor', '']) {
      expect(decideRoute('/finance/dgn', '', signedIn('operator'), stored).kind).toBe('denied');
      expect(decideRoute('/finance/dgn', '', signedIn('bank_ops'), 'read_only').kind).toBe('open');
    }
    expect(decideRoute('/finance/dgn', '', signedIn('admin'), 'auditor').kind).toBe('open');
    expect(decideRoute('/finance/dgn', '', signedIn('admin'), 'read_only').kind).toBe('denied');
  });
});

describe('addresses', () => {
  it.each(screenIds.flatMap((id) => [aliasOf(id) ?? []].flat().map((alias) => [alias, screens[id].path] as const)))(
    '%s is another name of %s, and keeps the query',
    { tags: ['C-4'] },
    (alias, path) => {
      expect(decideRoute(alias, 'status=failed&q=a%26b', signedIn('admin'))).toEqual({
        kind: 'redirect',
        to: `${path}?status=failed&q=a%26b`,
      });
    },
  );

  it('has every alias of the document', { tags: ['C-4'] }, () => {
    const aliases = screenIds.flatMap((id) => aliasOf(id) ?? []);
    for (const alias of [
      'dgn',
      'rbf',
      'schools',
      'pipeline',
      'evidence',
      'verifications',
      'health',
      'compliance',
      'ai-governance',
      'incidents',
    ])
      expect(aliases).toContain(`/${alias}`);
    for (const path of ['/dashboard-old', '/dashboard-smart']) expect(decideRoute(path, '', signedIn('operator')).kind).toBe('open');
  });

  it('aliases and trailing slashes lead to the one address and keep the query', () => {
    expect(decideRoute('/verifications', 'status=failed', signedIn('operator'))).toEqual({
      kind: 'redirect',
      to: '/operations/verifications?status=failed',
    });
    expect(decideRoute('/system/health/', '', signedIn('operator'))).toEqual({ kind: 'redirect', to: '/system/health' });
  });

  it('an alias is guarded like the screen itself', () => {
    expect(decideRoute('/health', '', nobody)).toEqual({ kind: 'redirect', to: '/system/health' });
    expect(decideRoute('/system/health', '', nobody)).toEqual({ kind: 'redirect', to: '/login?next=%2Fsystem%2Fhealth' });
  });

  it('remembers the deep link after a time-out, but not for whoever comes after a log-out', () => {
    const at = (reason: 'timeout' | 'user' | 'revoked' | 'expired') =>
      decideRoute('/operations/dlq', 'q=x', { phase: 'signedOut', reason, logoutPending: false });
    expect(at('timeout')).toEqual({ kind: 'redirect', to: '/login?next=%2Foperations%2Fdlq%3Fq%3Dx' });
    expect(at('expired')).toEqual({ kind: 'redirect', to: '/login?next=%2Foperations%2Fdlq%3Fq%3Dx' });
    expect(at('user')).toEqual({ kind: 'redirect', to: '/login' });
    expect(at('revoked')).toEqual({ kind: 'redirect', to: '/login' });
  });

  it('who is signed in already leaves the login page for the page asked for', () => {
    expect(decideRoute('/login', 'next=%2Foperations%2Fdlq', signedIn('operator'))).toEqual({ kind: 'redirect', to: '/operations/dlq' });
  });

  it('waits while it is not known who is there, and loads nothing meanwhile', () => {
    expect(decideRoute('/', '', { phase: 'starting' })).toEqual({ kind: 'wait' });
    expect(decideRoute('/terms', '', { phase: 'starting' })).toEqual({ kind: 'open', id: 'terms', morphic: null });
  });

  it('a variant has one address, its screen’s with the suffix: a slash at its end is taken away, and no alias has one', {
    tags: ['I-1'],
  }, () => {
    expect(decideRoute('/system/health-morphic/', 'a=b', signedIn('operator'))).toEqual({
      kind: 'redirect',
      to: '/system/health-morphic?a=b',
    });
    for (const path of ['/health-morphic', '/terms-morphic', '/wall-morphic', '/-morphic', '-morphic', '/system/health-morphic-morphic'])
      expect(decideRoute(path, '', signedIn('admin')), path).toEqual({ kind: 'notFound' });
  });

  it('the sample of the way in is open to whoever is signed in as well: it is no way in', { tags: ['D-17'] }, () => {
    expect(decideRoute('/login-morphic', '', signedIn('operator'))).toEqual({ kind: 'open', id: 'login', morphic: 'sample' });
    expect(decideRoute('/login-morphic', '', { phase: 'starting' })).toEqual({ kind: 'open', id: 'login', morphic: 'sample' });
  });

  it('says so where there is no page', () => {
    expect(decideRoute('/operations/nothing', '', signedIn('admin'))).toEqual({ kind: 'notFound' });
  });
});
