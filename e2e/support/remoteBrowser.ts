/**
 * A browser other than Chromium, driven by the W3C protocols (WebDriver, WebDriver BiDi) directly: both know pages, scripts and input. It
 * has one page.
 */
export interface RemoteBrowser {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page; the value must be plain data; promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** User input, as WebDriver actions. */
  perform(actions: readonly object[]): Promise<void>;
  /**
   * Closes the browser as a user does and starts it on the same profile; if its automation stores nothing, closes the page and opens
   * another.
   */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Time limit for conditions, milliseconds: link and platform recover at the pace of the back-offs. */
const withinMs = 90_000;

/** Waits until an expression is true in the page. A failed evaluation, as during a navigation, counts as not yet. */
export async function until(browser: RemoteBrowser, expression: string, what: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await browser.evaluate(`Boolean(${expression})`).catch(() => false)) === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250)); // Poll; the deadline above ends it.
  }
  const seen = await browser.evaluate('document.body.innerText.slice(0, 1500)').catch(String);
  throw new Error(`${browser.name} did not come to: ${what}\n${String(seen)}`);
}

/** Waits for words anywhere on the page. */
export const untilSeen = (browser: RemoteBrowser, words: string): Promise<void> =>
  until(browser, `document.body.innerText.includes(${JSON.stringify(words)})`, words);

/** An expression for the first visible element of a kind with this accessible name. */
export const named = (kind: string, words: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(kind)})].find((e) => e.getClientRects().length > 0 && [e.getAttribute('aria-label'), e.innerText].some((said) => said?.trim() === ${JSON.stringify(words)}))`;

/** Clicks the element that an expression finds. */
export async function click(browser: RemoteBrowser, element: string): Promise<void> {
  await until(browser, element, `an element to click on: ${element}`);
  const [x, y] = (await browser.evaluate(
    `(() => { const e = ${element}; e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`,
  )) as readonly [number, number]; // Returned by the expression above.
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
