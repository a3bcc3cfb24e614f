import { expect, it } from 'vitest';
import { deviceFacts, type DeviceAbilities } from './deviceFacts.ts';

const everything: DeviceAbilities = {
  installed: true,
  canInstall: false,
  serviceWorker: true,
  sharedWorker: true,
  persisted: true,
  usedBytes: 10_485_760,
  quotaBytes: 1_048_576_000,
};
const stateOf = (has: DeviceAbilities, id: string) => deviceFacts(has).find((fact) => fact.id === id)?.state;

it('says what works', { tags: ['D-40'] }, () => {
  expect(deviceFacts(everything).every((fact) => fact.state === 'works')).toBe(true);
  expect(deviceFacts(everything).find((fact) => fact.id === 'storage')?.text).toContain('10 MB of 1,000 MB');
});

it('says what a browser lacks instead of breaking', { tags: ['D-40'] }, () => {
  const poor: DeviceAbilities = {
    installed: false,
    canInstall: false,
    serviceWorker: false,
    sharedWorker: false,
    persisted: null,
    usedBytes: null,
    quotaBytes: null,
  };
  expect(['install', 'offline', 'storage'].map((id) => stateOf(poor, id))).toEqual(['lacks', 'lacks', 'lacks']);
  expect(deviceFacts(poor).find((fact) => fact.id === 'tabs')?.text).toContain('another takes over');
});

it('offers installing where the browser does', { tags: ['K-2'] }, () => {
  expect(stateOf({ ...everything, installed: false, canInstall: true }, 'install')).toBe('offered');
});
