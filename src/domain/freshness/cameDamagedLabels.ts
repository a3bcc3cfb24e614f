/** Names the rows that the platform sent damaged or left out; the user cannot repair them. */
export function cameDamagedLabels(names: readonly string[]): string {
  const is = names.length === 1 ? 'is' : 'are';
  return `${firstOf(names)} arrived damaged from the platform and ${is} not shown or counted here. Tell the platform’s operator.`;
}

/** Names the rows with values unknown to this version of the console; the members and values are shown beside each. */
export function cameUnknownLabels(names: readonly string[]): string {
  const [has, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${firstOf(names)} ${has} values that this version of the console does not know. Shown as unknown and not counted. A newer version may know ${it}.`;
}

function firstOf(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}
