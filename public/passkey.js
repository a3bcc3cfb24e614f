// 'Sign in with a passkey' on the provider's page (server/identity/idp/page.ts). Blocking and in the head, so that the button is there at the first paint or not
// at all: without this script, and in a browser without passkeys, the page is the password's alone. It holds no secret and decides nothing: the platform does.
(() => {
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  document.documentElement.classList.add('passkeys');

  const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');

  /** Asks the device for a passkey that signs the step's challenge; the answer in the form of AuthenticationResponseJSON. */
  async function assertion(ask) {
    const answer = await fetch(ask, { method: 'POST', credentials: 'same-origin' });
    if (!answer.ok) return null;
    const options = await answer.json();
    const { id, rawId, type, response } = await navigator.credentials.get({
      publicKey: { ...options, challenge: bytesOf(options.challenge) },
    });
    return {
      id,
      rawId: textOf(rawId),
      type,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: textOf(response.userHandle || new ArrayBuffer(0)),
      },
    };
  }

  document.addEventListener('DOMContentLoaded', () => {
    const form = document.getElementById('passkey');
    if (!form) return;
    const button = form.querySelector('button');
    const label = button.querySelector('span');
    const told = form.querySelector('[role=status]');
    const words = label.textContent;
    const wait = (waiting) => {
      button.toggleAttribute('aria-disabled', waiting);
      if (waiting) button.setAttribute('aria-disabled', 'true');
      label.textContent = waiting ? 'Waiting for your passkey…' : words;
    };

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (button.hasAttribute('aria-disabled')) return;
      told.textContent = '';
      wait(true);
      try {
        const given = await assertion(form.dataset.ask);
        // The step is over: the page as it is now says so, and leads back.
        if (given === null) return location.reload();
        form.elements.assertion.value = JSON.stringify(given);
        form.submit();
      } catch (failure) {
        wait(false);
        const offline = failure instanceof TypeError;
        told.textContent = offline
          ? 'The platform cannot be reached just now. Try again.'
          : 'No passkey was used. Try again, or sign in with your password.';
      }
    });
    // Back from where it led: the page is as it was left.
    addEventListener('pageshow', () => wait(false));
  });
})();
