import type { Command } from '../../contracts/outbox.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { CallInput } from '../api/request.ts';

/** What a command touches: of two that touch the same, the later waits for the earlier. */
export function resourcesOf(command: Command): readonly string[] {
  switch (command.kind) {
    case 'promote':
      return command.items.map(({ itemId }) => `deadLetter:${itemId}`);
    default:
      return command.kind satisfies never;
  }
}

/** The call that sends it. A single letter goes by its own address, several in one request: all of them or none (D-24). */
export function requestOf(command: Command): { readonly id: 'promoteLetter' | 'promoteLetters'; readonly input: CallInput } {
  switch (command.kind) {
    case 'promote': {
      const [first, ...others] = command.items;
      if (first !== undefined && others.length === 0)
        return { id: 'promoteLetter', input: { params: { itemId: first.itemId }, body: { version: first.version } } };
      return { id: 'promoteLetters', input: { body: { items: command.items } } };
    }
    default:
      return command.kind satisfies never;
  }
}

/** What to fetch once it is settled: the stream tells of it too, but it may be down. */
export function touchedBy(command: Command): readonly ResourceKey[] {
  switch (command.kind) {
    case 'promote':
      return ['dlq', 'pipeline'];
    default:
      return command.kind satisfies never;
  }
}
