import type { KeptFunction } from './functionLengthRules.ts';

/**
 * Functions over the maximum that are not split yet, with their present lengths: none may be added, and the check refuses a length that is
 * not the present one, so that the list follows what gets shorter.
 */
export const keptFunctions: readonly KeptFunction[] = [
  { path: 'src/bridge/hub/hubLink.ts', name: 'createHubLink', lines: 155 },
  { path: 'src/domain/session/heldRows.test.ts', name: 'deviceAndPlatform', lines: 181 },
  { path: 'src/ui/table/DataTable.tsx', name: 'DataTable', lines: 148 },
  { path: 'src/workers/hub/hub.ts', name: 'createHub', lines: 361 },
  { path: 'src/workers/hub/outbox/outbox.ts', name: 'createOutbox', lines: 283 },
  { path: 'src/workers/hub/fetching/scheduler.ts', name: 'createScheduler', lines: 236 },
  { path: 'src/workers/hub/sessionContext.ts', name: 'beginSessionContext', lines: 267 },
  { path: 'tests/builders/fakePlatform.ts', name: 'createFakePlatform', lines: 192 },
  { path: 'tests/builders/hubDevice.ts', name: 'createDevice', lines: 158 },
  { path: 'tests/builders/hubDevice.ts', name: 'start', lines: 130 },
  { path: 'tests/protocol/world.ts', name: 'createSimulation', lines: 243 },
];
