// 'Sign in with a passkey' and 'Set up a passkey' on the provider's pages (server/identity/idp/page.ts). Blocking and in the head, so that
// the button is there at the first paint or not at all: without this script, or in a browser without passkeys, the page offers the password
// only. It holds no secret and decides nothing; the platform does.

/** The platform's request as PublicKeyCredentialRequestOptionsJSON: the challenge in base64url. */
interface Asked {
  readonly challenge: string;
  readonly timeout?: number;
  readonly rpId?: string;
  readonly userVerification?: UserVerificationRequirement;
}

/**
 * The platform's options for a new passkey as PublicKeyCredentialCreationOptionsJSON; it sends no credentials to exclude, since the
 * account has none.
 */
interface Made extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
}

const bytesOf = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
const textOf = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/**
 * Asks the device for a passkey that signs the step's challenge, or for a new one; returns AuthenticationResponseJSON or
 * RegistrationResponseJSON. Null when the step is over.
 */
async function assertion(ask: string): Promise<object | null> {
  const answer = await fetch(ask, { method: 'POST', credentials: 'same-origin' });
  if (!answer.ok) return null;
  const options = (await answer.json()) as Asked | Made; // the platform's own answer, on its own page
  if ('user' in options) return newPasskey(options);
  const given = await navigator.credentials.get({ publicKey: { ...options, challenge: bytesOf(options.challenge) } });
  if (!(given instanceof PublicKeyCredential) || !(given.response instanceof AuthenticatorAssertionResponse)) {
    throw new DOMException('The device gave no passkey.', 'NotAllowedError');
  }
  const { id, rawId, type, response } = given;
  return {
    id,
    rawId: textOf(rawId),
    type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle ?? new ArrayBuffer(0)),
    },
  };
}

/** Has the device create a passkey; returns RegistrationResponseJSON. */
async function newPasskey(options: Made): Promise<object> {
  const { challenge, user, ...others } = options;
  const made = await navigator.credentials.create({
    publicKey: { ...others, challenge: bytesOf(challenge), user: { ...user, id: bytesOf(user.id) }, excludeCredentials: [] },
  });
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw new DOMException('The device made no passkey.', 'NotAllowedError');
  }
  const { id, rawId, type, response } = made;
  return {
    id,
    rawId: textOf(rawId),
    type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Makes the form's button ask the device. */
function start(): void {
  const form = document.getElementById('passkey');
  const button = form?.querySelector('button');
  const label = button?.querySelector('span');
  const told = form?.querySelector('[role=status]');
  if (!(form instanceof HTMLFormElement) || !button || !label || !told) return;
  const field = form.elements.namedItem('assertion');
  const ask = form.dataset['ask'];
  if (!(field instanceof HTMLInputElement) || ask === undefined) return;
  const words = label.textContent;
  const other = form.dataset['else'] === undefined ? '' : `, or ${form.dataset['else']}`;
  const wait = (waiting: boolean): void => {
    if (waiting) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
    label.textContent = waiting ? 'Waiting for your passkey…' : words;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.hasAttribute('aria-disabled')) return;
    told.textContent = '';
    wait(true);
    try {
      const given = await assertion(ask);
      // The step is over: the reloaded page says so and leads back.
      if (given === null) {
        location.reload();
        return;
      }
      field.value = JSON.stringify(given);
      form.submit();
    } catch (failure) {
      wait(false);
      const offline = failure instanceof TypeError;
      told.textContent = offline ? 'The platform cannot be reached right now. Try again.' : `No passkey was used. Try again${other}.`;
    }
  });
  // The page may be restored from the back/forward cache as it was left.
  addEventListener('pageshow', () => wait(false));
}

if ('PublicKeyCredential' in window && 'credentials' in navigator) {
  document.documentElement.classList.add('passkeys');
  document.addEventListener('DOMContentLoaded', start);
}
