import { describe, expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { droppedLabels, waysLabels } from './connectionFacts.ts';

describe('the way events come', () => {
  it('says what a choice means, and which rung it is now where that is another', { tags: ['D-14'] }, () => {
    const over = (transport: 'sse' | 'polling'): ConnectionStatus => ({ state: 'connected', transport, since: 1, newestAt: 1 });
    expect(waysLabels('sse', over('sse'))).toMatch(/^If this type does not work/);
    expect(waysLabels('sse', over('polling'))).toMatch(/^Connected · Polling now\. /);
    expect(waysLabels('polling', { state: 'disconnected', transport: 'sse', since: null, newestAt: null })).toMatch(
      /^If this type does not work/,
    );
  });

  it('counts what buffers dropped, by topic, and says nothing of none', { tags: ['D-12'] }, () => {
    expect(droppedLabels({})).toBeNull();
    expect(droppedLabels({ pipeline: 0 })).toBeNull();
    expect(droppedLabels({ pipeline: 3, health: 1200, kpis: 0 })).toMatch(/^1,203 events came .*\(health 1200, pipeline 3\)/);
    expect(droppedLabels({ health: 1 })).toMatch(/^1 event came /);
  });
});
