import { describe, expect, it } from 'vitest';
import { whoLabels } from './who.ts';

describe('somebody in running text', { tags: ['A-20', 'P-7'] }, () => {
  it('is the name with the account; an older row says that it is not recorded, and no name is the platform', () => {
    expect(whoLabels('Amina Yusuf', 'usr-demo-auditor')).toBe('Amina Yusuf (usr-demo-auditor)');
    // A name that ends like an account is not mistaken for one: the account comes last.
    expect(whoLabels('Amina Yusuf (usr-demo-admin)', 'usr-x')).toBe('Amina Yusuf (usr-demo-admin) (usr-x)');
    expect(whoLabels('Amina Yusuf', undefined)).toBe('Amina Yusuf (account not recorded)');
    expect(whoLabels('', null)).toBe('the platform');
  });
});
