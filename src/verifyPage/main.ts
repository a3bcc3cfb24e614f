import { shownText } from '../domain/shownText.ts';
import { plural } from '../domain/format.ts';
import { drawnTheme, parseTheme, themeKey } from '../domain/theme.ts';
import { clip } from '../evidence/messages.ts';
import { answerHanded, type Handed, nothingHanded, type Sorted, sortFiles } from './handed.ts';
import { el } from './dom.ts';
import { drawAnswer } from './view.ts';

/*
 * verify.html: a single page that checks a proof (issue 15, point 10) without the console. It opens from a disk, makes no network
 * request, and its policy allows none.
 */

let handed: Handed = nothingHanded;
/** Input is handled one after the other: dropped files are read for sorting, and a choice made meanwhile must not be lost. */
let taking: Promise<unknown> = Promise.resolve();
/** Counts started checks: an older answer must not replace a newer one. */
let begun = 0;

const result = el('div', { id: 'result' });
const status = el('p', { id: 'status', role: 'status' }, 'No proof was opened yet.');

/** A file chooser with label and hint. */
function chooser(
  id: string,
  title: string,
  hint: string,
  many: boolean,
  take: (before: Handed, files: readonly File[]) => Handed,
): HTMLElement {
  const input = el('input', { type: 'file', id, 'aria-describedby': `${id}-hint`, ...(many ? { multiple: '' } : {}) });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    void run(async (before) => ({ handed: take(before, files), told: null }));
  });
  return el('div', { class: 'chooser' }, el('label', { for: id }, title), el('p', { id: `${id}-hint` }, hint), input);
}

const page = document.querySelector('main');
page?.replaceChildren(
  el('h1', {}, 'Check a proof'),
  el(
    'p',
    {},
    'This page checks a proof that was saved from Ukweli Console. It runs on this device alone: nothing that you open leaves it. You can also drop the proof here, with its evidence files.',
  ),
  el(
    'form',
    { 'aria-label': 'Files to check' },
    chooser('proof', 'Proof', 'The file whose name ends in .ukweli.json.', false, (before, [proof = null]) => ({
      ...before,
      proof,
      evidence: [],
    })),
    chooser(
      'jwks',
      'The platform’s keys',
      'Get them yourself: save the platform’s /api/jwks. Without them this page says whether all fits, and cannot say whose keys they are.',
      false,
      (before, [jwks = null]) => ({ ...before, jwks }),
    ),
    chooser(
      'evidence',
      'Evidence files',
      'The files of the evidence pack, where you have them: they are hashed here and compared with the list.',
      true,
      (before, evidence) => ({ ...before, evidence }),
    ),
  ),
  status,
  result,
);

/** Takes new files and shows the answer for them. */
async function run(take: (before: Handed) => Promise<Sorted>): Promise<void> {
  begun += 1;
  const mine = begun;
  try {
    const sorting = taking.then(() => take(handed));
    taking = sorting.then(
      (sorted) => (handed = sorted.handed),
      () => undefined, // reported below; the next input continues from the earlier state
    );
    const { handed: given, told } = await sorting;
    if (mine !== begun) return;
    const also = told === null ? '' : ` ${told}`;
    if (given.proof === null) {
      result.replaceChildren();
      status.textContent = `No proof was opened yet.${also}`;
      return;
    }
    const name = clip(given.proof.name, 120);
    status.textContent = shownText(`Checking ${name}`);
    const answer = await answerHanded(given, new Date().toISOString(), (text) => {
      if (mine === begun) status.textContent = text;
    });
    if (mine !== begun) return;
    result.replaceChildren(drawAnswer(answer));
    const beside = [
      given.jwks === null ? 'no key set of your own' : clip(given.jwks.name, 120),
      plural(given.evidence.length, 'evidence file'),
    ].join(', ');
    status.textContent = shownText(`${name}, with ${beside}: see the answer below.${also}`);
    document.querySelector<HTMLElement>('#head')?.focus();
  } catch {
    // A file was changed or removed while it was read, or the engine has no cryptography: show no answer rather than a partial one.
    if (mine !== begun) return;
    result.replaceChildren();
    status.textContent = 'A file could not be read, or this browser has no cryptography here. Choose the files again, or use the command.';
  }
}

document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.documentElement.classList.add('dragging');
});
document.addEventListener('dragleave', () => document.documentElement.classList.remove('dragging'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.documentElement.classList.remove('dragging');
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length > 0) void run((before) => sortFiles(before, files));
});

const dark = matchMedia('(prefers-color-scheme: dark)');
/** The theme chosen in the console if it serves this page; else the system's. */
function drawTheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(themeKey);
  } catch {
    // Blocked for a page opened from a disk: use the system's theme.
  }
  document.documentElement.dataset['theme'] = drawnTheme(parseTheme(stored), dark.matches);
}
dark.addEventListener('change', drawTheme);
drawTheme();
