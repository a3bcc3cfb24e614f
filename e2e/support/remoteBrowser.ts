/**
 * A browser that is not Chromium, driven by the W3C's protocols (WebDriver, WebDriver BiDi), which need no driver of ours: both speak of pages, scripts and input alike.
 * It has one page.
 */
export interface RemoteBrowser {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Runs an expression in the page and answers its value, which must be plain data; promises are waited for. */
  evaluate(expression: string): Promise<unknown>;
  /** Input as a person gives it, in the form of WebDriver's actions. */
  perform(actions: readonly object[]): Promise<void>;
  /** Ends the browser, as a person closes it, and starts it anew on what it has on its disk; where its automation keeps nothing there, closes the page and opens another. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** How long anything may take to come about, milliseconds: link and platform go and come back, at the pace of back-offs. */
const withinMs = 90_000;

/** Waits until an expression is true in the page. An answer that does not come, of a page on its way to another, counts as not yet. */
export async function until(browser: RemoteBrowser, expression: string, what: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await browser.evaluate(`Boolean(${expression})`).catch(() => false)) === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250)); // asks again; the deadline above ends it
  }
  const seen = await browser.evaluate('document.body.innerText.slice(0, 1500)').catch(String);
  throw new Error(`${browser.name} did not come to: ${what}\n${String(seen)}`);
}

/** Waits for words anywhere on the page. */
export const untilSeen = (browser: RemoteBrowser, words: string): Promise<void> =>
  until(browser, `document.body.innerText.includes(${JSON.stringify(words)})`, words);

/** An expression for the first visible element of a kind whose accessible words are these. */
export const named = (kind: string, words: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(kind)})].find((e) => e.getClientRects().length > 0 && [e.getAttribute('aria-label'), e.innerText].some((said) => said?.trim() === ${JSON.stringify(words)}))`;

/** Clicks on an element, which an expression finds, where it stands in the window. */
export async function click(browser: RemoteBrowser, element: string): Promise<void> {
  await until(browser, element, `an element to click on: ${element}`);
  const [x, y] = (await browser.evaluate(
    `(() => { const e = ${element}; e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`,
  )) as readonly [number, number]; // of the expression above
  await browser.perform([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]);
}

/** Clicks into a field and types. */
export async function type(browser: RemoteBrowser, element: string, text: string): Promise<void> {
  await click(browser, element);
  await browser.perform([
    {
      type: 'key',
      id: 'keys',
      actions: [...text].flatMap((sign) => [
        { type: 'keyDown', value: sign },
        { type: 'keyUp', value: sign },
      ]),
    },
  ]);
  await until(browser, `${element}.value === ${JSON.stringify(text)}`, `'${text}' typed`);
}
