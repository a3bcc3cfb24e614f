import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followedLinkSchema, configResponseSchema, helpLinkSchema } from './platformConfig.ts';
import { innerLinkSchema, isInnerLink, outerLinkSchema } from './links.ts';
import { isHelpLink, isOuterLink } from './outerLinks.ts';
import { strayLinks } from './strayLinks.ts';
import { activityResponseSchema, notificationsResponseSchema } from './overview.ts';
import { incidentsResponseSchema } from './incident.ts';
import { deadLetterResponseSchema } from './deadLetter.ts';
import { z } from './zod.ts';

/** Known attack inputs: characters that parsers strip, treat as a slash, resolve, decode or execute. */
const hostile = [
  '',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r//evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2E//evil.example',
  '/x/..//evil.example',
  '/\u2028/evil.example',
  '/\u00a0/evil.example',
  '/\u202e/evil.example',
  '/\uff0fevil.example',
  '/\u2215evil.example',
  '\uff0f\uff0fevil.example',
  '/\ud800',
  '/\0/evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'JaVaScRiPt://x.example/%0aalert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://console.example/1',
  'file:///etc/passwd',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://a:b@evil.example/',
  'https://console.example@evil.example/',
  'https://console.example\\@evil.example/',
  'https://\tevil.example/',
  'https://evil.example /',
  'http://evil.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'ftp://files.example/',
  'https://',
  'https://[',
  `/${'a'.repeat(3000)}`,
  `https://long.example/${'a'.repeat(3000)}`,
  'mailto:a@b.example\r\nBcc: all@b.example',
] as const;
const parts = fc.constantFrom(
  ...'/\\.%2eE5cC?#@:\t\n\r \0aé\uff0f\u2028[]~',
  '//',
  '/..',
  '/.',
  'http:',
  'https:',
  'javascript:',
  'evil.example',
  '%2f',
  '%5c',
  '%09',
);
const anyLink = fc.oneof(
  fc.constantFrom(...hostile),
  fc.array(parts, { maxLength: 12 }).map((some) => some.join('')),
  fc.array(parts, { maxLength: 12 }).map((some) => `/${some.join('')}`),
  fc.array(parts, { maxLength: 12 }).map((some) => `https://${some.join('')}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

describe('one rule of what a link may be, judged by the parser that follows it', { tags: ['G-14', 'A-12'] }, () => {
  it('what passes for a link inside leads to the same origin, whatever that is, along a path with exactly one slash before it', {
    tags: ['G-14'],
  }, () => {
    fc.assert(
      fc.property(anyLink, (text) => {
        if (!isInnerLink(text)) return;
        for (const base of ['https://console.example', 'http://localhost:4173', 'https://console.example/deep/er?x#y']) {
          const led = new URL(text, base);
          expect(led.origin).toBe(new URL(base).origin);
          for (const path of [text, led.pathname]) expect(path).toMatch(/^\/(?!\/)/);
          // The browser's normalised form of the address must be accepted too.
          expect(isInnerLink(`${led.pathname}${led.search}${led.hash}`)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('what passes for a link outside leads to a host by https, or to this machine, and carries nobody’s name', { tags: ['G-14'] }, () => {
    fc.assert(
      fc.property(anyLink, (text) => {
        if (!isOuterLink(text)) return;
        const { protocol, hostname, username, password, origin } = new URL(text, 'https://console.example');
        expect(protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)).toBe(true);
        expect([protocol, username, password]).toEqual([expect.stringMatching(/^https?:$/), '', '']);
        // An absolute address resolves the same on every page.
        expect(new URL(text, 'http://elsewhere.example/x').origin).toBe(origin);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(hostile.filter((text) => !text.startsWith('/\uff0f') && !text.startsWith('/\u2215')))(
    'is no link of any kind: %j',
    { tags: ['G-14'] },
    (text) => {
      expect([isInnerLink(text), isOuterLink(text), isHelpLink(text)]).toEqual([false, false, false]);
    },
  );

  it('takes what the platform makes', { tags: ['G-14'] }, () => {
    for (const link of [
      '/',
      '/operations/verifications?id=VRF-001244',
      '/system/incidents?runbook=queue-lag',
      '/a/b/#c?d//e\\f',
      '/finance/rbf/',
    ])
      expect(isInnerLink(link), link).toBe(true);
    for (const link of [
      'https://runbooks.example/lag?a=b#c',
      'http://localhost:4173/system/incidents?runbook=x',
      'http://[::1]:4173/',
      'https://xn--bcher-kva.example/',
    ])
      expect(isOuterLink(link), link).toBe(true);
    for (const link of ['mailto:support@ukweli.example', 'mailto:a+b@c.example?subject=Console', 'https://help.example/'])
      expect(isHelpLink(link), link).toBe(true);
  });

  it('as shapes they are texts, so that no row is lost for one, and each that may not be drawn is found where it stands', {
    tags: ['G-14'],
  }, () => {
    for (const schema of [innerLinkSchema, outerLinkSchema, helpLinkSchema])
      expect(z.safeParse(schema, 'javascript:alert(1)').success).toBe(true);
    const line = { activityId: 'ACT-1', text: 'x', time: '2026-11-20T08:00:00Z', status: 'info', version: 1 };
    const activities = {
      activities: [
        { ...line, link: '/' },
        { ...line, link: '/\t/evil.example' },
      ],
      lastUpdated: line.time,
    };
    expect(strayLinks(activityResponseSchema, activities)).toEqual([['activities', 1, 'link']]);
    const notifications = { notifications: [{ link: null }, { link: 'javascript:alert(1)' }] };
    expect(strayLinks(notificationsResponseSchema, notifications)).toEqual([['notifications', 1, 'link']]);
    expect(strayLinks(incidentsResponseSchema, { incidents: [{ runbookUrl: '//x' }, {}] })).toEqual([['incidents', 0, 'runbookUrl']]);
    expect(strayLinks(configResponseSchema, { supportUrl: 'data:,x' })).toEqual([['supportUrl']]);
    expect(strayLinks(deadLetterResponseSchema, { items: [{ link: 'javascript:alert(1)' }] })).toEqual([]);
    for (const other of [null, 'text', { activities: null }, { activities: [null, 1] }])
      expect(strayLinks(activityResponseSchema, other)).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://a.example/1', 'ftp://a.example/', '/login', ''])(
    'is followed by nobody who has not seen it: %j',
    { tags: ['G-14'] },
    (text) => {
      expect(z.safeParse(followedLinkSchema, text).success).toBe(false);
      expect(z.safeParse(followedLinkSchema, 'https://login.example/authorize').success).toBe(true);
    },
  );
});
