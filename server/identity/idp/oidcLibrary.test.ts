import { expect, it, vi } from 'vitest';
import { withoutRuntimeWarning } from './oidcLibrary.ts';

it('keeps back what the library says of the version of Node, and nothing else', { tags: ['M-14'] }, async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const held = console.warn;
  await withoutRuntimeWarning(async () => {
    console.warn('oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.');
    console.warn('\u001b[33moidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS\u001b[0m');
    console.warn('oidc-provider WARNING: a quick start adapter is used', 1);
  });
  expect(warn.mock.calls).toEqual([['oidc-provider WARNING: a quick start adapter is used', 1]]);
  expect(console.warn).toBe(held);
  await expect(withoutRuntimeWarning(() => Promise.reject(new Error('not there')))).rejects.toThrow('not there');
  expect(console.warn).toBe(held);
  warn.mockRestore();
});
