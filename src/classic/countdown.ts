// Countdown on the provider's page (server/identity/idp/page.ts) while no further try is accepted: the buttons are disabled until it ends,
// and a screen reader hears only the end. Without this script the page says the same as text, and the platform refuses early tries unread.

/** Counts down the wait stated by the page, by the monotonic clock: timers of a background tab fire rarely. */
function countDown(): void {
  const wait = document.getElementById('wait');
  const again = document.getElementById('again');
  if (!wait || !again) return;
  const buttons = [...document.querySelectorAll('button')];
  const endsAt = performance.now() + Number(wait.dataset['waitS']) * 1000;
  const isOver = (): boolean => performance.now() >= endsAt;
  // In the capturing phase, before a form's own script handles the event.
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
      again.textContent = 'You can try again now.';
      return;
    }
    // On each tick: the passkey script enables its button when the page is shown.
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    wait.textContent = `Next attempt in ${Math.ceil((endsAt - performance.now()) / 1000)} s.`;
  };
  const ticking = setInterval(tick, 250);
  tick();
}

countDown();
