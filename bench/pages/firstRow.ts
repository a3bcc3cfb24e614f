/** Runs before everything else in a page: notes when the first digit in `firstRowIn` (a selector, set just before this) is painted. */
declare const firstRowIn: string;

const firstRowSeen = new Promise<number>((resolve) => {
  const watching = new MutationObserver(() => {
    if (!/\d/.test(document.querySelector(firstRowIn)?.textContent ?? '')) return;
    watching.disconnect();
    // The frame that shows it is painted between this callback and the task after it.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
  });
  watching.observe(document, { childList: true, subtree: true, characterData: true });
});
Object.assign(globalThis, { firstRowSeen });

export {};
