import { expect, it } from 'vitest';
import { wordsOf } from './problemLabels.ts';
import { cameDamagedLabels, cameUnknownLabels } from './freshness/cameDamagedLabels.ts';
import { damagedProblem, notHeldLabels, unreadableProblem, unreadInSight, unreadLabels } from './unreadLabels.ts';

it('says how many rows of a list are damaged here, and that nothing beside counts them', { tags: ['T-9', 'F-25'] }, () => {
  expect(unreadLabels(1, 'payment')).toBe(
    '1 payment on this device could not be read. It is neither shown nor counted here and is fetched again.',
  );
  expect(unreadableProblem(2)).toEqual({
    code: 'storage',
    cause: 'damaged',
    message: '2 rows on this device could not be read. They are neither shown nor counted here and are fetched again.',
    retry: true,
  });
});

it('says under a list of windows that more may be damaged than was read', { tags: ['T-9', 'F-25'] }, () => {
  expect(unreadInSight(1, 'record')).toBe(
    'At least 1 record on this device could not be read and is fetched again once the platform answers. Refresh asks for it at once.',
  );
  expect(unreadInSight(40, 'line')).toMatch(/^At least 40 lines .* are fetched again .* asks for them at once\.$/);
});

it('a damaged row is told as such, not as storage that did not answer', { tags: ['T-9', 'F-25'] }, () => {
  expect(wordsOf(unreadableProblem(2))).toMatchObject({ title: 'Damaged on this device', text: unreadLabels(2), way: 'again' });
  expect(wordsOf(damagedProblem).text).toMatch(/damaged/);
  expect(wordsOf({ code: 'storage', message: '' }).text).toMatch(/did not answer/);
});

it('names rows that the platform itself gave damaged, the first five', { tags: ['T-9'] }, () => {
  expect(cameDamagedLabels(['VRF-000001'])).toBe(
    'VRF-000001 arrived damaged from the platform and is not shown or counted here. Tell the platform’s operator.',
  );
  expect(cameDamagedLabels(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toMatch(
    /^a, b, c, d, e and 2 more arrived damaged from the platform and are not shown/,
  );
});

it('says of rows with values that are not known here that they are unknown, and taken for neither good nor bad', { tags: ['G-14'] }, () => {
  expect(cameUnknownLabels(['INC-0007'])).toBe(
    'INC-0007 has values that this version of the console does not know. Shown as unknown and not counted. A newer version may know it.',
  );
});

it('says what came where nothing else is left of a list and nothing is damaged on this device', { tags: ['G-14'] }, () => {
  expect(unreadableProblem(1, 1)).toMatchObject({
    code: 'bad_shape',
    message: expect.stringContaining('The platform’s data is damaged'),
    retry: true,
  });
  expect(unreadableProblem(2, 1)).toMatchObject({ code: 'storage', message: unreadLabels(2) });
});

it('says how many the platform counts beyond those that it listed', { tags: ['T-1'] }, () => {
  expect(notHeldLabels(1, 'portfolio')).toBe(
    '1 more portfolio is at the platform and not on this device: counts and sums here do not include it.',
  );
  expect(notHeldLabels(1200)).toMatch(/^1,200 more rows are at the platform and not on this device: .* do not include them\.$/);
});
