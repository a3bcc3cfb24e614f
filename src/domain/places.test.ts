import { describe, expect, it } from 'vitest';
import { allPlaces, placeAt, screenAt } from './places.ts';
import { screenIds, screens } from './screens/screens.ts';

/** The morphic routes of the identity document, table 2.1, listed in full and compared with those derived from the table. */
const behindNeeds = [
  '/dashboard-morphic',
  '/dashboard-old-morphic',
  '/dashboard-smart-morphic',
  '/operations/verifications-morphic',
  '/operations/evidence-morphic',
  '/operations/pipeline-morphic',
  '/finance/dgn-morphic',
  '/finance/rbf-morphic',
  '/finance/schools-morphic',
  '/insights/compliance-morphic',
  '/insights/ai-governance-morphic',
  '/system/health-morphic',
  '/system/incidents-morphic',
];
const onSamples = ['/admin/users-morphic', '/login-morphic', '/callback-morphic', '/unauthorized-morphic'];

describe('variants of the screen table', () => {
  it('are the document’s, each where it says and no other', { tags: ['I-1', 'I-8', 'I-9'] }, () => {
    const derived = allPlaces().filter(({ morphic }) => morphic !== null);
    expect(derived.filter(({ morphic }) => morphic === 'live').map(({ path }) => path)).toEqual(expect.arrayContaining(behindNeeds));
    expect(derived.filter(({ morphic }) => morphic === 'sample').map(({ path }) => path)).toEqual(expect.arrayContaining(onSamples));
    expect(derived.map(({ path }) => path).toSorted()).toEqual([...behindNeeds, ...onSamples].toSorted());
  });

  it('are guarded as their screens are; those on sample data are anybody’s', { tags: ['I-1', 'D-17'] }, () => {
    for (const { path, id, needs, morphic } of allPlaces())
      if (morphic !== null) expect([path, needs]).toEqual([path, morphic === 'sample' ? 'public' : screens[id].needs]);
    expect(placeAt('/finance/dgn-morphic')).toEqual({ id: 'dgn', path: '/finance/dgn-morphic', needs: 'view:finance', morphic: 'live' });
  });

  it('are their screen wherever a screen is asked for: menus and views know them by it', { tags: ['I-9'] }, () => {
    expect(screenAt('/operations/evidence-morphic')).toBe('evidence');
    expect(screenAt('/dashboard-morphic')).toBe('overviewMorphic');
    expect(placeAt('/evidence')).toEqual({ id: 'evidence', path: '/operations/evidence', needs: 'view:evidence', morphic: null });
  });

  it('no two places share an address, and every screen has its own', () => {
    const paths = allPlaces().map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining(screenIds.map((id) => screens[id].path)));
  });
});
