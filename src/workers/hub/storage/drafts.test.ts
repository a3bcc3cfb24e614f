import { expect, it } from 'vitest';
import { longestDraft, type Draft } from '../../../contracts/draft.ts';
import { createDrafts } from './drafts.ts';

const key = 'incidents.act:INC-0042';

const never = () => () => undefined;

/** A store whose writes take as long as they are told to. */
function slowStore() {
  const kept: Draft[] = [];
  const trimmed: number[] = [];
  const waiting: (() => void)[] = [];
  return {
    kept,
    trimmed,
    /** Lets the oldest write that is under way end. */
    end: async (): Promise<void> => {
      waiting.shift()?.();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
    underWay: () => waiting.length,
    store: {
      keepDraft: async (draft: Draft) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        kept.push(draft);
        return { ok: true, value: null } as const;
      },
      trimDrafts: async (at: number) => {
        trimmed.push(at);
        return { ok: true, value: { deleted: 0 } } as const;
      },
    },
  };
}

it('writes one after the other: what was sent is not brought back by the text that was still being encrypted', {
  tags: ['D-61'],
}, async () => {
  const { store, kept, end, underWay } = slowStore();
  const drafts = createDrafts(store, () => 7, never);
  const first = drafts.keep(key, { text: 'Pump' });
  const second = drafts.keep(key, {});
  await Promise.resolve();
  expect(underWay()).toBe(1);
  await end();
  expect(underWay()).toBe(1);
  await end();
  expect([await first, await second]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(kept).toEqual([
    { key, texts: { text: 'Pump' }, at: 7 },
    { key, texts: {}, at: 7 },
  ]);
});

it('what was sent is taken out of a text only once that is written; a disk that hangs holds it up for a second', {
  tags: ['D-61', 'C-37'],
}, async () => {
  const { store, kept, end } = slowStore();
  let late: () => void = () => undefined;
  const drafts = createDrafts(
    store,
    () => 7,
    (delayMs, run) => {
      expect(delayMs).toBe(1_000);
      late = run;
      return () => undefined;
    },
  );
  const sent: string[] = [];
  const send = (what: string) =>
    drafts.after(async () => {
      sent.push(`${what}, ${kept.length} kept`);
      return what;
    });
  void drafts.keep(key, { text: 'Pump' });
  const first = send('first');
  await Promise.resolve();
  expect(sent).toEqual([]);
  await end();
  expect(await first).toBe('first');
  void drafts.keep(key, { text: 'Pump and' });
  const second = send('second');
  await Promise.resolve();
  late();
  await second;
  expect(sent).toEqual(['first, 1 kept', 'second, 1 kept']);
});

it('what is typed while a command is stored is written behind it: what stays of the form that was sent does not replace it', {
  tags: ['D-61', 'C-37'],
}, async () => {
  const kept: string[] = [];
  const store = {
    keepDraft: async ({ texts }: Draft) => {
      kept.push(texts['text'] ?? 'none');
      return { ok: true, value: null } as const;
    },
    trimDrafts: async () => ({ ok: true, value: { deleted: 0 } }) as const,
  };
  const drafts = createDrafts(store, () => 7, never);
  let stored: (failure?: Error) => void = () => undefined;
  const send = (what: string) =>
    drafts.after(async () => {
      await new Promise<void>((resolve, reject) => (stored = (failure) => (failure === undefined ? resolve() : reject(failure))));
      kept.push(what);
    });
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const first = send('sent');
  await turns();
  const typed = drafts.keep(key, { text: 'And a third.' });
  await turns();
  expect(kept).toEqual([]);
  // The next command waits for what was typed, not for the command before: that one may be sent from memory.
  const second = send('sent too');
  stored();
  await Promise.all([first, typed]);
  await turns();
  expect(kept).toEqual(['sent', 'And a third.']);
  stored(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await drafts.keep(key, { text: 'Later' });
  expect(kept).toEqual(['sent', 'And a third.', 'Later']);
});

it('refuses what no form of the console sends, and writes nothing of it', { tags: ['D-61'] }, async () => {
  const { store, underWay } = slowStore();
  const drafts = createDrafts(store, () => 7, never);
  const strange: readonly (readonly [string, Record<string, string>])[] = [
    ['', { text: 'a' }],
    ['k'.repeat(301), { text: 'a' }],
    [key, { text: 'a'.repeat(longestDraft + 1) }],
    [key, { text: 7 } as unknown as Record<string, string>], // as a page of another build could send it
  ];
  for (const [name, texts] of strange)
    expect(await drafts.keep(name, texts)).toMatchObject({ ok: false, problem: { code: 'bad_request' } });
  expect(underWay()).toBe(0);
});

it('a write that fails does not hold up the next', { tags: ['D-61'] }, async () => {
  const kept: Draft[] = [];
  let fails = true;
  const drafts = createDrafts(
    {
      keepDraft: async (draft) => {
        if (fails) throw new Error('gone');
        kept.push(draft);
        return { ok: true, value: null };
      },
      trimDrafts: async () => ({ ok: true, value: { deleted: 0 } }),
    },
    () => 7,
    never,
  );
  await expect(drafts.keep(key, { text: 'a' })).rejects.toThrow('gone');
  fails = false;
  await drafts.keep(key, { text: 'b' });
  expect(kept).toHaveLength(1);
});
