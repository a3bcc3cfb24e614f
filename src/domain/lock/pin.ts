/** What a PIN must be: six to twelve digits that are not the first ones anybody would try. */
export const pinLength = { least: 6, most: 12 } as const;

/** Why these digits will not do, in words; null where they will. */
export function pinProblem(pin: string): string | null {
  if (!/^\d*$/.test(pin)) return 'A PIN has digits only';
  if (pin.length < pinLength.least) return `At least ${pinLength.least} digits`;
  if (pin.length > pinLength.most) return `At most ${pinLength.most} digits`;
  if (repeats(pin)) return 'The same few digits over and over are guessed first';
  if (runs(pin)) return 'Digits in a row are guessed first';
  return null;
}

/** 111111, 121212, 123123. */
function repeats(pin: string): boolean {
  return [1, 2, 3].some(
    (length) =>
      pin ===
      pin
        .slice(0, length)
        .repeat(Math.ceil(pin.length / length))
        .slice(0, pin.length),
  );
}

/** 123456, 987654, also past nine: 890123. */
function runs(pin: string): boolean {
  const digits = [...pin].map(Number);
  return [1, 9].some((by) => digits.every((digit, place) => place === 0 || digit === ((digits[place - 1] ?? 0) + by) % 10));
}
