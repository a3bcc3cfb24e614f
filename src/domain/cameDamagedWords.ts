/** Which rows the platform itself gave damaged, or left out for it: nobody at the device can mend that. */
export function cameDamagedWords(names: readonly string[]): string {
  const is = names.length === 1 ? 'is' : 'are';
  return `${firstOf(names)} came damaged from the platform and ${is} neither shown nor counted here. Tell whoever runs it; what comes whole is shown again.`;
}

/** Which rows have values that this version of the console does not know: beside each its members and what stands in them is shown. */
export function cameUnknownWords(names: readonly string[]): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${firstOf(names)} ${has} values that this version of the console does not know: unknown, and so neither taken for well nor counted here. A newer version may know ${it}.`;
}

function firstOf(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}
