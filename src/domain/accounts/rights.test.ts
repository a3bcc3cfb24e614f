import { describe, expect, it } from 'vitest';
import { resourceKeys, topicsFor } from '../freshness/resources.ts';
import { rightsOf } from './rights.ts';
import { readsOf } from '../wall/dashboards.ts';

describe('the rights of a wall display', () => {
  it('fetches what was granted to it and nothing else, whatever the role it stands in', { tags: ['M-13', 'K-10'] }, () => {
    const { mayFetch, permissions } = rightsOf({ role: 'admin', display: { reads: ['kpis', 'incidents', 'of another build'] } });
    expect(resourceKeys.filter(mayFetch).sort()).toEqual(['incidents', 'kpis']);
    expect(permissions).toContain('view:dashboard');
    expect(permissions).not.toContain('view:finance');
  });

  it('a history brings it no right to hear of the figures', { tags: ['G-17', 'A-27'] }, () => {
    const { mayFetch, permissions } = rightsOf({ role: 'auditor', display: { reads: [...readsOf(['health'])] } });
    expect(mayFetch('series:24h')).toBe(true);
    expect(topicsFor(permissions)).toEqual(['health', 'system']);
  });
});
