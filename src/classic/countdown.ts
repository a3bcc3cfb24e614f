// The countdown on the provider's page (server/identity/idp/page.ts) where no further try is taken for some seconds: the buttons wait until it ends, and only its end is told to a screen reader. Without this
// script the page says the same in words, and the platform refuses what comes too early without looking at it.

/** Counts down what the page says. Against the device's clock: a tab in the background ticks rarely. */
function countDown(): void {
  const wait = document.getElementById('wait');
  const again = document.getElementById('again');
  if (!wait || !again) return;
  const buttons = [...document.querySelectorAll('button')];
  const endsAt = performance.now() + Number(wait.dataset['waitS']) * 1000;
  const isOver = (): boolean => performance.now() >= endsAt;
  // In the capturing phase: before a form's own script takes the press for its own.
  addEventListener(
    'submit',
    (event) => {
      if (isOver()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  const tick = (): void => {
    if (isOver()) {
      clearInterval(ticking);
      for (const button of buttons) button.removeAttribute('aria-disabled');
      wait.textContent = '';
      again.textContent = 'The next try is taken now.';
      return;
    }
    // Each time: the passkey's script lets its button go when the page is shown.
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    wait.textContent = `The next try is taken in ${Math.ceil((endsAt - performance.now()) / 1000)} s.`;
  };
  const ticking = setInterval(tick, 250);
  tick();
}

countDown();
