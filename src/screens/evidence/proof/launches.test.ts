import { expect, it } from 'vitest';
import { listenLaunches } from './launches.ts';

type Consumer = (launch: { readonly files?: readonly unknown[] }) => void;
function world() {
  const held: { consumer: Consumer | null } = { consumer: null };
  return { held, launchQueue: { setConsumer: (consumer: Consumer) => void (held.consumer = consumer) } };
}
const file = new File(['{}'], 'payment-RBF-1.ukweli.json');
const handle = { kind: 'file', getFile: async () => file };

it('a browser that hands over no files is told nothing, and nothing breaks', { tags: ['P-10', 'D-40'] }, () => {
  expect(listenLaunches(() => {}, {})()).toBeUndefined();
});

it('files that the system opens with the console come as files; folders, files gone since, and what comes after the end do not', {
  tags: ['P-10', 'K-2'],
}, async () => {
  const seen: string[][] = [];
  const { held, launchQueue } = world();
  const end = listenLaunches((files) => void seen.push(files.map(({ name }) => name)), { launchQueue });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  held.consumer?.({ files: [handle, { kind: 'directory' }] });
  held.consumer?.({});
  const gone = { kind: 'file', getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
  held.consumer?.({ files: [gone] });
  await settle();
  expect(seen).toEqual([[file.name]]);
  held.consumer?.({ files: [gone, handle] }); // one that is gone takes no other with it
  await settle();
  expect(seen.splice(1)).toEqual([[file.name]]);
  end();
  held.consumer?.({ files: [handle] });
  await settle();
  expect(seen.length).toBe(1);
});
