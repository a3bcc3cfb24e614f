import { describe, expect, it } from 'vitest';
import type { ConnectionStatus } from '../../contracts/rpc.ts';
import { droppedWords, waysWords } from './connectionFacts.ts';

describe('the way events come', () => {
  it('[D-14] says what a choice means, and which rung it is now where that is another', () => {
    const over = (transport: 'sse' | 'polling'): ConnectionStatus => ({ state: 'connected', transport, since: 1, newestAt: 1 });
    expect(waysWords('sse', over('sse'))).toMatch(/^Where the way chosen/);
    expect(waysWords('sse', over('polling'))).toMatch(/^Connected · Polling now\. /);
    expect(waysWords('polling', { state: 'disconnected', transport: 'sse', since: null, newestAt: null })).toMatch(/^Where/);
  });

  it('[D-12] counts what buffers dropped, by topic, and says nothing of none', () => {
    expect(droppedWords({})).toBeNull();
    expect(droppedWords({ pipeline: 0 })).toBeNull();
    expect(droppedWords({ pipeline: 3, health: 1200, kpis: 0 })).toMatch(/^1,203 events came .*\(health 1200, pipeline 3\)/);
    expect(droppedWords({ health: 1 })).toMatch(/^1 event came /);
  });
});
