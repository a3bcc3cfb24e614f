/**
 * Formats of times and ages: times in the tenant's zone, with the zone named (D-29); ages in s, min, h min (LOOK, Words). Pure: instants
 * are epoch milliseconds, the caller provides the clock.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

interface Parts {
  readonly year: string;
  readonly month: number;
  readonly day: number;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

// Creating a formatter costs a hundred times as much as using it, and a table needs hundreds of times per frame.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let made = formatters.get(zone);
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, made);
  }
  return made;
}

/** The local date and time of a zone at an instant. */
export function partsOf(at: number, zone: string): Parts {
  const found: Record<string, string> = {};
  for (const part of formatterOf(zone).formatToParts(at)) found[part.type] = part.value;
  const { year = '', month = '1', day = '1', hour = '00', minute = '00', second = '00' } = found;
  return { year, month: Number(month), day: Number(day), hour, minute, second };
}

/** '14:02'. */
export function formatTime(at: number, zone: string): string {
  const { hour, minute } = partsOf(at, zone);
  return `${hour}:${minute}`;
}

/** '14:26:06'. */
export function formatSeconds(at: number, zone: string): string {
  const { hour, minute, second } = partsOf(at, zone);
  return `${hour}:${minute}:${second}`;
}

/** '18 Nov'. */
export function formatDay(at: number, zone: string): string {
  const { day, month } = partsOf(at, zone);
  return `${day} ${months[month - 1] ?? ''}`;
}

/** '18 Nov 2025'. */
export function formatDate(at: number, zone: string): string {
  return `${formatDay(at, zone)} ${partsOf(at, zone).year}`;
}

/** '18 Nov, 08:20', for rows of a single year. */
export function formatDayTime(at: number, zone: string): string {
  return `${formatDay(at, zone)}, ${formatTime(at, zone)}`;
}

/** '18 Nov 2025, 13:22'. */
export function formatDateTime(at: number, zone: string): string {
  return `${formatDate(at, zone)}, ${formatTime(at, zone)}`;
}

/** The same instant in UTC to the second, for hover and focus: '18 Nov 2025, 10:22:04 UTC'. */
export function formatUtc(at: number): string {
  return `${formatDate(at, 'UTC')}, ${formatSeconds(at, 'UTC')} UTC`;
}

/** True if two instants fall on one calendar day of the zone. */
export function sameDay(a: number, b: number, zone: string): boolean {
  return formatDate(a, zone) === formatDate(b, zone);
}

/** The date prefix needed beside `now`: none today, the day this year, else the full date. */
function dayBeside(at: number, now: number, zone: string): string {
  if (sameDay(at, now, zone)) return '';
  return `${partsOf(at, zone).year === partsOf(now, zone).year ? formatDay(at, zone) : formatDate(at, zone)}, `;
}

/** The shortest unambiguous form beside `now`: time alone today, day and time this year, else everything. */
export function formatWhen(at: number, now: number, zone: string): string {
  return `${dayBeside(at, now, zone)}${formatTime(at, zone)}`;
}

/** The same to the second. */
export function formatWhenSeconds(at: number, now: number, zone: string): string {
  return `${dayBeside(at, now, zone)}${formatSeconds(at, zone)}`;
}

const zoneNames: Readonly<Record<string, string>> = {
  'Africa/Nairobi': 'EAT',
  'Africa/Kampala': 'EAT',
  'Africa/Dar_es_Salaam': 'EAT',
  'Africa/Addis_Ababa': 'EAT',
  'Africa/Kigali': 'CAT',
  'Africa/Johannesburg': 'SAST',
  'Africa/Lagos': 'WAT',
  UTC: 'UTC',
};

/**
 * The zone's short name at a moment: 'EAT' for Nairobi, 'CET' or 'CEST' for Berlin. The table comes first, since browsers write 'GMT+3'
 * for Nairobi in most languages.
 */
export function zoneName(zone: string, at: number): string {
  const known = zoneNames[zone];
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
}

/** An age: '4 s', '12 min', '2 h 41 min', '3 d 4 h'. Never negative: a clock slightly ahead reads as '0 s'. */
export function formatAge(ageMs: number): string {
  if (!Number.isFinite(ageMs)) return '–';
  const seconds = Math.floor(Math.max(0, ageMs) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = (amount: number, unit: string) => (amount === 0 ? '' : ` ${amount} ${unit}`);
  if (hours < 48) return `${hours} h${rest(minutes % 60, 'min')}`;
  return `${Math.floor(hours / 24)} d${rest(hours % 24, 'h')}`;
}

/** A span to the minute, rounded up: '48 min', '1 h 5 min'; for remaining time. */
export function formatSpan(minutes: number): string {
  return formatAge(Math.ceil(Math.max(0, minutes)) * 60_000).replace(/^0 s$/, '0 min');
}
