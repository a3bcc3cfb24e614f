import { expect, it } from 'vitest';
import { listenDrops } from './drops.ts';

const file = { name: 'payment-RBF-1.ukweli.json' };
function drag(type: string, members: object): Event {
  return Object.assign(new Event(type, { cancelable: true }), members);
}
const files = { dataTransfer: { types: ['Files'], files: [file] } };

it('files dropped anywhere are opened, and the window is told apart from the elements in it', { tags: ['P-10'] }, () => {
  const target = new EventTarget();
  const told: unknown[] = [];
  const end = listenDrops({ onOver: (over) => told.push(over), onFiles: (dropped) => told.push(dropped.map(({ name }) => name)) }, target);
  const over = drag('dragover', files);
  target.dispatchEvent(over);
  target.dispatchEvent(drag('dragleave', { relatedTarget: {} }));
  target.dispatchEvent(drag('dragleave', { relatedTarget: null }));
  target.dispatchEvent(drag('drop', files));
  // Otherwise the browser would navigate from the console to the file.
  expect(over.defaultPrevented).toBe(true);
  expect(told).toEqual([true, false, false, [file.name]]);
  end();
  target.dispatchEvent(drag('drop', files));
  expect(told.length).toBe(5);
});

it('text that is dragged, and what a part of the page took for itself, are left alone', { tags: ['P-10'] }, () => {
  const target = new EventTarget();
  const told: unknown[] = [];
  listenDrops({ onOver: (over) => over && told.push(over), onFiles: (dropped) => told.push(dropped) }, target);
  target.dispatchEvent(drag('dragover', { dataTransfer: { types: ['text/plain'], files: [] } }));
  for (const type of ['dragover', 'drop']) {
    const taken = drag(type, files);
    taken.preventDefault();
    target.dispatchEvent(taken);
  }
  expect(told).toEqual([]);
});
