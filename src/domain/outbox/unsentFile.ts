import type { OutboxItem } from '../../contracts/outbox.ts';
import { detailOf, titleOf } from '../commands/commands.ts';
import { plural } from '../format.ts';
import { formatUtc } from '../formatTime.ts';

/** Who decided the actions, for the head of the file. */
export interface UnsentOf {
  readonly person: string;
  readonly tenant: string;
}

/**
 * Actions that the platform has not received, as readable text to save when the device may not keep them (issue 13, point 3): title,
 * time, written text and the full command. Times in UTC, on the platform's clock as far as it was known.
 */
export function unsentFile(items: readonly OutboxItem[], owner: UnsentOf, savedAt: number): string {
  const head = [
    'Ukweli Console: actions that the platform has not received',
    `Of: ${owner.person}, ${owner.tenant}`,
    `Saved: ${formatUtc(savedAt)}`,
    `${plural(items.length, 'action')}. Nobody has signed this file.`,
  ];
  return `${[head, ...items.map(linesOf)].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** File name: sorts by time and does not reveal the person. */
export function unsentFileName(savedAt: number): string {
  return `unsent-actions-${new Date(savedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.txt`;
}

/** All that ends a line in some viewer: what was typed must not look like an action of its own. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

function linesOf(item: OutboxItem, at: number): readonly string[] {
  const detail = detailOf(item.command);
  return [
    `${at + 1}. ${titleOf(item.command)}`,
    `   Decided: ${formatUtc(item.decidedAt)}`,
    ...(detail === null ? [] : detail.split(lineEnd).map((line, first) => `   ${first === 0 ? 'Written: ' : '         '}${line}`)),
    ...(item.maybeDone || item.state === 'sending' ? ['   It was sent, but no answer came: it may have taken effect.'] : []),
    ...(item.state === 'refused' ? [`   The platform refused it: ${item.problem?.message ?? 'it did not say why'}`] : []),
    `   In full: ${onOneLine(JSON.stringify(item.command))}`,
  ];
}

/** JSON leaves some of them as they are. */
function onOneLine(json: string): string {
  return json.replaceAll(/[\u0085\u2028\u2029]/g, (end) => `\\u${(end.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
