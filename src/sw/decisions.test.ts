import { describe, expect, it } from 'vitest';
import { everyEndpoint } from '../contracts/everyEndpoint.ts';
import { aliasOf, allPlaces } from '../domain/places.ts';
import { screenIds } from '../domain/screens/screens.ts';
import { type Asked, cacheNameOf, decide, patternOf, sameHolder, surplus } from './decisions.ts';
import { identityOf } from './identity.ts';

const origin = 'https://console.example';
const all = Object.entries(everyEndpoint);
const readable = all.filter(([, endpoint]) => endpoint.cache === 'sw').map(([, endpoint]) => patternOf(endpoint.path));
/** The decision for a request of this path, by a page that names a tenant. */
const decided = (path: string, over: Partial<Omit<Asked, 'headers'>> & { readonly tenantId?: null } = {}) => {
  const headers = new Headers(over.tenantId === null ? {} : { 'X-Tenant-ID': 'demo' });
  return decide({ method: 'GET', mode: 'cors', cache: 'default', ...over, headers }, new URL(path, origin), origin, readable);
};
const navigate = (path: string) => decided(path, { mode: 'navigate', tenantId: null });
const concrete = (template: string) => template.replace(/\{\w+\}/g, 'VRF-001');

describe('what the service worker answers', { tags: ['K-3'] }, () => {
  it('opens the shell at every address of the screen table, variants, aliases and unknown addresses included', { tags: ['K-3'] }, () => {
    const paths = [...allPlaces().map(({ path }) => path), ...screenIds.flatMap((id) => aliasOf(id) ?? [])];
    expect(paths.length).toBeGreaterThan(10);
    for (const path of [...paths, '/operations/verifications?status=verified', '/nowhere/at/all'])
      expect(navigate(path), path).toBe('shell');
  });

  it('leaves /recover.html, the identity provider and the platform alone', { tags: ['D-30'] }, () => {
    for (const path of [
      '/recover.html',
      '/idp',
      '/idp/authorize?x=1',
      '/api/openapi.json',
      '/api/evidence/p/files/a',
      '/healthz',
      '/readyz',
      '/metrics',
      '/screenshots/overview.png',
    ]) {
      expect(navigate(path), path).toBe('pass');
    }
  });

  it('answers exactly the reads that the endpoint table marks, and never a stream, sign-in, file or poll', { tags: ['K-3'] }, () => {
    for (const [id, endpoint] of all)
      expect(decided(concrete(endpoint.path), { method: endpoint.method }), id).toBe(endpoint.cache === 'sw' ? 'read' : 'pass');
    for (const id of ['events', 'poll', 'login', 'me', 'evidenceFile', 'signedUrls', 'jwks'] as const)
      expect(everyEndpoint[id].cache, id).toBe('none');
  });

  it('passes changes, other origins, and reads that name no tenant', { tags: ['K-3'] }, () => {
    expect(decided('/api/kpis')).toBe('read');
    expect(decided('/api/kpis', { method: 'POST' })).toBe('pass');
    expect(decided('https://elsewhere.example/api/kpis')).toBe('pass');
    expect(decided('/api/kpis', { tenantId: null })).toBe('pass');
  });

  it('leaves the hub’s own reads to the network: no kept answer takes the place of one that is slow', { tags: ['M-10', 'F-32'] }, () => {
    for (const endpoint of all.map(([, each]) => each))
      expect(decided(concrete(endpoint.path), { method: endpoint.method, cache: 'no-store' })).toBe('pass');
  });

  it('takes a path parameter for one part and a dot for a dot', () => {
    expect(patternOf('/api/verifications/{vrfId}').test('/api/verifications/a/b')).toBe(false);
    expect(patternOf('/api/verifications/{vrfId}').test('/api/verifications/')).toBe(false);
    expect(patternOf('/api/openapi.json').test('/api/openapiXjson')).toBe(false);
  });
});

describe('whose answers', { tags: ['K-3'] }, () => {
  const asha = { tenantId: 'demo', userId: 'asha', epoch: 3 };

  it('keeps one cache per tenant and user', { tags: ['K-3'] }, () => {
    const names = [asha, { ...asha, tenantId: 'kampala' }, { ...asha, userId: 'brian' }].map(cacheNameOf);
    expect(names[0]).toBe('ukweli-api:demo:asha');
    expect(new Set(names).size).toBe(3);
  });

  it('takes an answer only for the same tenant, user and epoch as when it was asked for', { tags: ['K-3'] }, () => {
    expect(sameHolder(asha, { ...asha })).toBe(true);
    for (const now of [null, { ...asha, epoch: 4 }, { ...asha, userId: 'brian' }, { ...asha, tenantId: 'kampala' }])
      expect(sameHolder(asha, now)).toBe(false);
    expect(sameHolder(null, null)).toBe(false);
  });

  it('takes a stored mark for an identity only if it is whole', () => {
    expect(identityOf({ name: 'identity', ...asha })).toEqual(asha);
    for (const row of [
      undefined,
      null,
      'demo',
      {},
      { ...asha, userId: '' },
      { ...asha, tenantId: 7 },
      { tenantId: 'demo', userId: 'asha' },
    ])
      expect(identityOf(row)).toBeNull();
  });

  it('drops the oldest answers past the limit', () => {
    expect(surplus(['a', 'b', 'c'], 2)).toEqual(['a']);
    expect(surplus(['a'], 2)).toEqual([]);
  });
});
