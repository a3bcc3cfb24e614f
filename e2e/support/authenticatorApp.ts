import { codeAt, stepAt } from '../../server/identity/factors/totp.ts';

/** An authenticator app (TOTP): takes the secret as displayed, in groups of four. */
export function authenticatorApp(shownSecret: string): { shows(stepsOff?: number): string } {
  const signs = shownSecret.replaceAll(/\s/g, '');
  const bits = [...signs].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const secret = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return { shows: (stepsOff = 0) => codeAt(secret, stepAt(new Date()) + stepsOff) };
}
