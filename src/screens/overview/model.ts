import type { DeadLetter } from '../../contracts/deadLetter.ts';
import { type Activity, activityKey, type ConfidenceResponse, type Notification } from '../../contracts/overview.ts';
import type { Permission } from '../../contracts/access.ts';
import { formatCount, formatPercent } from '../../domain/format.ts';
import { reviewLabels, waitedLabels } from './attentionModel.ts';
import { formatWhen } from '../../domain/formatTime.ts';
import { type FreshnessState, isLost } from '../../domain/freshness/freshness.ts';
import type { FeedItem } from '../../ui/panel/FeedList.tsx';
import { wayTo } from './ways.ts';
import { noticeTold } from '../../domain/claims/device.ts';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;
const inWords = (count: number, one: string, many: string): string => `${numbers[count] ?? formatCount(count)} ${count === 1 ? one : many}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Welcome, Wanjiru. One pipeline alert and three dead letters need attention.' Unknown counts are left out. */
export function welcome(name: string, known: { readonly alerts: number | null; readonly letters: number | null }): string {
  const first = name.trim().split(/\s+/)[0] ?? name;
  const wanting = [
    ...(known.alerts !== null && known.alerts > 0 ? [inWords(known.alerts, 'pipeline alert', 'pipeline alerts')] : []),
    ...(known.letters !== null && known.letters > 0 ? [inWords(known.letters, 'dead letter', 'dead letters')] : []),
  ];
  const total = (known.alerts ?? 0) + (known.letters ?? 0);
  const greeting = `Welcome, ${first}.`;
  return wanting.length === 0 ? greeting : `${greeting} ${capital(wanting.join(' and '))} ${total === 1 ? 'needs' : 'need'} attention.`;
}

/** Texts of the banner over the dead letters (C-12). */
export interface Attention {
  readonly words: string;
  readonly detail: string;
}

/**
 * C-12: the banner over the dead letters; null if there are none. For stale data it shows the time of confirmation and the wait until
 * then. `now`: business clock; `serverNow`: server clock, used to display that time; both epoch milliseconds.
 */
export function attentionOf(
  letters: readonly DeadLetter[],
  {
    now,
    serverNow,
    zone,
    freshness,
    unread = 0,
  }: {
    readonly now: number;
    readonly serverNow: number;
    readonly zone: string;
    readonly freshness: FreshnessState;
    /** Damaged dead letters on this device (F-25); they count as waiting. */
    readonly unread?: number;
  },
): Attention | null {
  if (letters.length + unread === 0) return null;
  const words = reviewLabels(letters.length + unread);
  if (freshness.kind !== 'never' && isLost(freshness)) {
    const waited = waitedLabels(letters, unread, Math.min(now, freshness.at), 'oldest had waited');
    return { words, detail: `Known at ${formatWhen(freshness.at, serverNow, zone)}, ${waited}` };
  }
  const detail = waitedLabels(letters, unread, now, 'oldest waiting');
  return { words, detail: capital(detail) };
}

/** The five newest activities (C-16); without a link if the person may not open the page. */
export function activityLines(activities: readonly Activity[], held: ReadonlySet<Permission>): readonly FeedItem[] {
  return activities.slice(0, 5).map((activity) => {
    const { text, time, link, status } = activity;
    const { href } = wayTo(link, held);
    const id = activityKey(activity);
    const told = noticeTold(id, status);
    return {
      id,
      status: told,
      statusWord: told.word,
      title: text,
      at: time,
      ...(href === null ? {} : { href }),
    };
  });
}

/**
 * Notifications in two lists: warnings under 'Attention Required' (C-12), and the rest (C-18). Following a link calls `onOpen`, which
 * marks it as read.
 */
export function notificationLines(
  notifications: readonly Notification[],
  held: ReadonlySet<Permission>,
  onOpen: (id: string) => void = () => undefined,
): { readonly attention: readonly FeedItem[]; readonly rest: readonly FeedItem[] } {
  const line = ({ notificationId, level, title, body, time, link, readAt }: Notification): FeedItem => {
    const href = link === null ? null : wayTo(link, held).href;
    const told = noticeTold(notificationId, level);
    return {
      id: notificationId,
      status: told,
      statusWord: told.word,
      title,
      detail: body,
      at: time,
      read: readAt !== undefined,
      ...(readAt === undefined && { onOpen: () => onOpen(notificationId) }),
      ...(href === null ? {} : { href }),
    };
  };
  return {
    attention: notifications.filter(({ level }) => level === 'warning').map(line),
    rest: notifications.filter(({ level }) => level !== 'warning').map(line),
  };
}

/** The confidence panel with its texts (C-19); `share` is from 0 to 1. */
export interface ConfidenceView {
  readonly value: string;
  /** Empty if there is no figure. */
  readonly unit: string;
  /** With one decimal, for the explanation. */
  readonly exact: string;
  readonly parts: readonly { readonly label: string; readonly value: string; readonly exact: string; readonly share: number }[];
  readonly anomaly: { readonly word: string; readonly level: 1 | 2 | 3; readonly basis: string };
}

const anomalyLevels = { low: { word: 'Low', level: 1 }, medium: { word: 'Medium', level: 2 }, high: { word: 'High', level: 3 } } as const;

/** C-19: whole percents; the anomaly rate as one of three levels. */
export function confidenceView({
  confidence,
  dataQuality,
  ruleAdherence,
  anomalyRate,
  anomalies,
  sampleSize,
  readingsExpected,
  rulesChecked,
}: ConfidenceResponse): ConfidenceView {
  // Without a basis there is no share, rather than 0 %.
  const [quality, adherence] = [
    sampleSize === 0 || readingsExpected === 0 ? Number.NaN : dataQuality,
    sampleSize === 0 || rulesChecked === 0 ? Number.NaN : ruleAdherence,
  ];
  const part = (label: string, percent: number) => ({
    label,
    value: formatPercent(percent, 0),
    exact: formatPercent(percent, 1),
    share: Number.isNaN(percent) ? 0 : percent / 100,
  });
  const whole = Number.isNaN(quality + adherence) ? Number.NaN : confidence;
  return {
    value: formatPercent(whole, 0).replace('%', ''),
    unit: Number.isNaN(whole) ? '' : '%',
    exact: formatPercent(whole, 1),
    parts: [part('Data quality', quality), part('Rule adherence', adherence)],
    anomaly: { ...anomalyLevels[anomalyRate], basis: `${anomalies} in ${sampleSize.toLocaleString('en')} records` },
  };
}
