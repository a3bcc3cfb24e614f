/**
 * What becomes of a field's text while it is not sent: `text` and `line` are drafts, kept on the device (what is typed to a text before the
 * draft is read stands behind it, a line is chosen anew); `passing` goes with the form; `secret` too, and must never stand on the disk.
 */
export type FieldKind = 'text' | 'line' | 'passing' | 'secret';

/** A form's fields, in the order of the form. What is named like a password, a PIN or a typed confirmation can be nothing but secret. */
export interface FormRow {
  readonly [field: string]: FieldKind;
  readonly [field: `${string}assword${string}`]: 'secret';
  readonly [field: `${string}epeated`]: 'secret';
  readonly [field: `${string}pin` | `${string}Pin`]: 'secret';
  readonly [field: `${string}code` | `${string}Code`]: 'secret';
  readonly [field: `${string}onfirmation`]: 'secret';
}

/** Every form whose text is kept or that has more than one field, by screen and act. */
export const forms = {
  'incidents.act': { text: 'text', despite: 'text' },
  'killSwitch.stop': { confirmation: 'secret', reason: 'text' },
  'killSwitch.release': { confirmation: 'secret', reason: 'text' },
  'agents.change': { mode: 'passing', state: 'passing', reason: 'text' },
  'overrides.decide': { note: 'text' },
  'overrides.change': { value: 'line', justification: 'text' },
  'overrides.request': { value: 'line', justification: 'text' },
  'users.add': { email: 'line', name: 'line', role: 'line', status: 'passing' },
  'users.edit': { name: 'line', email: 'line', role: 'line', status: 'line' },
  'displays.pair': { name: 'line', playlist: 'line', dwellS: 'line', theme: 'line', interruptFrom: 'line' },
  'displays.edit': { name: 'line', playlist: 'line', dwellS: 'line', theme: 'line', interruptFrom: 'line' },
  'views.name': { name: 'line' },
  'profile.edit': { name: 'line', email: 'line', password: 'secret' },
  'profile.password': { password: 'secret', newPassword: 'secret', repeated: 'secret' },
  'profile.passkey': { name: 'passing', password: 'secret' },
  'lock.setUp': { pin: 'secret', repeated: 'secret' },
  'lock.change': { pin: 'secret', newPin: 'secret', repeated: 'secret' },
  'password.reset': { newPassword: 'secret', repeated: 'secret' },
} as const satisfies Readonly<Record<string, FormRow>>;

/** A form by screen and act. */
export type FormId = keyof typeof forms;
/** A field of a form. */
export type FieldOf<F extends FormId> = keyof (typeof forms)[F] & string;
/** What stands in a form's fields. */
export type FormTexts<F extends FormId> = { readonly [N in FieldOf<F>]: string };
