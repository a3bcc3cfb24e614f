/** Runs before everything else in a page: records when the first digit in `firstRowIn` (a selector, set just before) is painted. */
declare const firstRowIn: string;

const firstRowSeen = new Promise<number>((resolve) => {
  const watching = new MutationObserver(() => {
    if (!/\d/.test(document.querySelector(firstRowIn)?.textContent ?? '')) return;
    watching.disconnect();
    // The frame is painted between this callback and the following task.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
  });
  watching.observe(document, { childList: true, subtree: true, characterData: true });
});
Object.assign(globalThis, { firstRowSeen });

export {};
