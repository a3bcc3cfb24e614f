import { decideGoing, pathNow, queryNow } from './navigation.ts';
import { queryUnder } from './queryUnder.ts';

/**
 * The page's history (D-61): what opens over a screen adds one entry, which Back leaves. Something that the address names (a record) is
 * `opened` in its entry; anything else (a menu, a dialog) is a layer with an id.
 */
interface Entry {
  /** Ids of the layers that are open in this entry, the topmost last. */
  readonly layers?: readonly number[];
  /** The address names what is open, and the entry below this one is the screen without it. */
  readonly opened?: boolean;
  /** Address of the entry below, as it was when this one was added. */
  readonly beneath?: string;
}

const entry = (): Entry => (history.state as Entry | null) ?? {}; // only this module and addressWords.ts write it
const withQuery = (query: string): string => (query === '' ? location.pathname : `${location.pathname}?${query}`);
const here = (): string => withQuery(queryNow());

/** Layers that are open, by id, each with what closes it. */
const live = new Map<number, () => void>();
/** The entry of a layer that has just closed. Another layer or a link may still take it over. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** The address to be at once the browser has gone back, null for the one that is there; null as a whole if it is not going. */
let going: { readonly to: string | null } | null = null;
const waiting: (() => void)[] = [];

function write(kind: 'pushState' | 'replaceState', state: Entry | null, to?: string): void {
  // The page stays where it is when something closes, wherever it was scrolled to meanwhile.
  if (kind === 'pushState' && state?.beneath !== undefined) history.scrollRestoration = 'manual';
  // A new address brings its own words (wordsFromAddress.ts).
  history[kind](to === undefined ? state : state && { ...state, words: undefined }, '', to);
}

/** Runs `act` when the browser has gone where it is going. */
function settled(act: () => void): void {
  if (going === null) act();
  else waiting.push(act);
}

/** Goes back by one entry, to `to`: the address of that entry may have been changed from above. */
function backTo(to: string | null): void {
  const mine = { to };
  going = mine;
  history.back();
  // A browser that does not go must not stop everything else.
  setTimeout(() => {
    if (going !== mine) return;
    if (isLeft()) write('replaceState', { ...entry(), layers: [] });
    arrived();
  }, 1_000);
}

function correct(to: string | null): void {
  if (to !== null && to !== here()) write('replaceState', entry(), to);
}

function arrived(): void {
  const to = going?.to ?? null;
  correct(to);
  going = null;
  if (isLeft()) backTo(to);
  else for (const act of waiting.splice(0)) settled(act);
}

/**
 * Whether this entry is of a layer that is open no more: the page was loaded again, Forward led here, or the layer above closed together
 * with this one. Nobody sees a difference to the entry below, so nobody is left here: a Back would do nothing.
 */
function isLeft(): boolean {
  const top = entry().layers?.at(-1);
  return top !== undefined && !live.has(top) && leaving === undefined;
}

/** Whether a layer is on top, or has just closed and left its entry. */
function onLayer(): boolean {
  const top = entry().layers?.at(-1);
  return top !== undefined && (live.has(top) || leaving !== undefined);
}

function takeOver(): void {
  clearTimeout(leaving);
  leaving = undefined;
}

/** What a change of a page's query is for its history. */
export interface QueryChange {
  readonly query: string;
  readonly step: 'opens' | 'closes' | 'stays';
}

/**
 * Changes the query of the page at `path`, computed from the query at the moment of writing; a page that is no longer shown changes
 * nothing. Opening adds an entry; closing goes back to the entry below, if that is this page without what was open, and otherwise replaces
 * the address, so that nobody is led away.
 */
export function changeQuery(path: string, change: (now: string) => QueryChange): void {
  settled(() => {
    if (path !== pathNow()) return;
    const { query, step } = change(queryNow());
    const to = withQuery(query);
    const { opened, beneath = here() } = entry();
    if (step === 'stays') write('replaceState', entry(), to);
    else if (step === 'opens') {
      if (onLayer()) write('replaceState', { opened: true, beneath }, to);
      else write('pushState', { opened: true, beneath: here() }, to);
      takeOver();
    } else if (onLayer()) {
      // Closed by a dialog above it, which closes as well.
      takeOver();
      waiting.push(() => changeQuery(path, change));
      backTo(here());
    } else if (opened === true) backTo(to);
    else write('replaceState', null, to);
  });
}

/** Adds an entry for something that opened, so that Back closes it. Returns what is to be called when it has closed otherwise. */
export function openLayer(close: () => void): () => void {
  const id = Math.random();
  live.set(id, close);
  settled(() => {
    if (live.has(id)) addLayer(id);
  });
  return () => {
    live.delete(id);
    if (entry().layers?.at(-1) !== id) return;
    takeOver();
    leaving = setTimeout(() => {
      leaving = undefined;
      if (entry().layers?.at(-1) === id) backTo(here());
    });
  };
}

function addLayer(id: number): void {
  const { layers = [], beneath } = entry();
  if (leaving === undefined) write('pushState', { ...entry(), opened: false, layers: [...layers, id], beneath: here() });
  else write('replaceState', { ...entry(), layers: [...layers.slice(0, -1), id], beneath: beneath ?? here() });
  takeOver();
}

function closeByBack(id: number, close: () => void): void {
  close();
  // It may not close now: then Back must be able to ask again.
  setTimeout(() => settled(() => live.has(id) && addLayer(id)), 100);
}

const now = () => ({ path: location.pathname, query: queryNow(), entry: entry() });
/** Where the page was before the present event. */
let last = now();
const note = (): void => {
  last = now();
};

function follow(): void {
  if (going !== null) arrived();
  else {
    // Filters that were changed while it was open stay.
    if (last.entry.beneath === here())
      correct(withQuery(last.entry.opened === true ? queryUnder(last.path, last.query, queryNow()) : last.query));
    for (const [id, close] of live) if (entry().layers?.includes(id) !== true) closeByBack(id, close);
    if (isLeft()) backTo(null);
  }
  note();
}

/** Paths whose screens are shown, each as often as something reads its address. */
const shown: string[] = [];

/** Notes that the screen at a path is shown and reads its address. Returns what is to be called when it is shown no more. */
export function readsAddress(path: string): () => void {
  shown.push(path);
  return () => void shown.splice(shown.indexOf(path), 1);
}

/** Puts the screen below what a link opened, only after an act of the person: browsers skip entries that a page adds by itself. */
function putBeneath(): void {
  const before = location.href;
  setTimeout(() => {
    // Access Denied shows nothing of what its address names.
    if (!shown.includes(pathNow())) return;
    const query = queryNow();
    const below = queryUnder(location.pathname, query, '');
    if (location.href !== before || going !== null || entry().opened === true || onLayer() || below === query) return;
    write('replaceState', null, withQuery(below));
    write('pushState', { opened: true, beneath: here() }, withQuery(query));
  });
}

decideGoing((link) =>
  settled(() => {
    link(onLayer());
    takeOver();
  }),
);
for (const event of ['pushState', 'replaceState']) addEventListener(event, note);
addEventListener('popstate', follow);
for (const event of ['click', 'keydown']) addEventListener(event, putBeneath, true);
if (isLeft()) backTo(here());
