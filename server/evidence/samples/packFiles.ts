import { createRandom, type Random } from '../../seed/random.ts';
import { jpeg } from './jpeg.ts';
import { pdf } from './pdf.ts';
import { png } from './png.ts';

/** An invented file of a seeded pack, in memory. */
export interface SampleFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Subject of a pack's files. `endMs` is the end of the period, epoch milliseconds. */
export interface PackSubject {
  readonly packId: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly endMs: number;
  readonly uptime: number;
  readonly fuelSavings: number;
}

const MINUTE = 60_000;
const PERIOD_DAYS = 14;
const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, "'");
const textFile = (name: string, contentType: string, text: string): SampleFile => ({
  name,
  contentType,
  bytes: Uint8Array.from(Buffer.from(text, 'utf8')),
});

/** High power at cooking hours, little at night. Outages are zeros, with a probability that matches the uptime. */
function meterReadings(random: Random, subject: PackSubject, days = PERIOD_DAYS): SampleFile {
  const rows = ['time_utc,meter,kwh_total,power_kw,voltage_v,ok'];
  let total = random.int(18_000, 64_000);
  const from = subject.endMs - days * 24 * 60 * MINUTE;
  for (let at = from; at < subject.endMs; at += 15 * MINUTE) {
    const hour = ((at / (60 * MINUTE)) % 24) + 3;
    const cooking = (hour > 5 && hour < 9) || (hour > 10.5 && hour < 14);
    const up = random.next() * 100 < subject.uptime;
    const power = up ? Math.max(0, random.normal(cooking ? 11.4 : 0.6, cooking ? 1.6 : 0.15)) : 0;
    total += power / 4;
    rows.push(
      `${stamp(at)},${subject.siteCode}-M1,${total.toFixed(2)},${power.toFixed(2)},${up ? random.normal(238, 2.4).toFixed(1) : '0.0'},${up ? 1 : 0}`,
    );
  }
  return textFile('meter-readings.csv', 'text/csv', `${rows.join('\n')}\n`);
}

function steamFlow(random: Random, subject: PackSubject): SampleFile {
  const rows = ['time_utc,boiler,steam_kg_per_h,pressure_bar,feed_temp_c'];
  for (let day = PERIOD_DAYS; day > 0; day -= 1) {
    const start = subject.endMs - day * 24 * 60 * MINUTE;
    for (let minute = 0; minute < 4 * 60; minute += 5) {
      const flow = Math.max(0, random.normal(minute < 20 ? 34 : 82, 6));
      rows.push(
        `${stamp(start + minute * MINUTE)},B1,${flow.toFixed(1)},${random.normal(1.9, 0.08).toFixed(2)},${random.normal(88, 1.5).toFixed(1)}`,
      );
    }
  }
  return textFile('steam-flow-log.csv', 'text/csv', `${rows.join('\n')}\n`);
}

/** A dim room, a bright opening and a vessel, so that pictures also differ visibly. */
function photograph(random: Random, name: string, subject: PackSubject): SampleFile {
  const [columns, rows] = [80, 60];
  const [light, vesselX, vesselY, radius] = [random.int(8, 70), random.int(20, 60), random.int(24, 44), random.int(8, 15)];
  const bytes = jpeg(columns, rows, `${subject.packId} ${subject.siteCode} ${name}`, (column, row) => {
    const opening = column > light && column < light + 12 && row > 6 && row < 24 ? 90 : 0;
    const vessel = Math.hypot(column - vesselX, row - vesselY) < radius ? 70 - (row - vesselY) * 3 : 0;
    return Math.max(0, Math.min(255, 62 + row * 0.9 + opening + vessel + (random.next() - 0.5) * 12));
  });
  return { name, contentType: 'image/jpeg', bytes };
}

function gauge(random: Random): SampleFile {
  const angle = random.next() * 4.2 - 2.1;
  const bytes = png(160, 160, (x, y) => {
    const [dx, dy] = [x - 80, y - 80];
    const distance = Math.hypot(dx, dy);
    const onNeedle =
      distance < 62 && Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) < 2 && dx * Math.sin(angle) - dy * Math.cos(angle) > 0;
    if (onNeedle) return 20;
    return distance < 72 ? 240 : distance < 77 ? 60 : 205 - distance * 0.4;
  });
  return { name: 'pressure-gauge.png', contentType: 'image/png', bytes };
}

function receipts(random: Random, subject: PackSubject): SampleFile {
  const lines = ['Date        Supplier                 Fuel       Quantity     Amount KES', ''];
  for (let week = 8; week > 0; week -= 1) {
    const day = new Date(subject.endMs - week * 7 * 24 * 60 * MINUTE).toISOString().slice(0, 10);
    const kilograms = random.int(180, 420);
    lines.push(
      `${day}  ${random.pick(['Upepo Gas Depot', 'Savanna LPG', 'Ziwa Fuels', 'Mlima Energy']).padEnd(24)} LPG        ${String(kilograms).padStart(5)} kg     ${(kilograms * random.int(196, 214)).toLocaleString('en')}`,
    );
  }
  lines.push('', `Fuel saved against the baseline of the covenant: ${subject.fuelSavings.toFixed(1)} percent`);
  return {
    name: 'fuel-receipts.pdf',
    contentType: 'application/pdf',
    bytes: pdf(`Fuel receipts, ${ascii(subject.siteName)} (${subject.siteCode})`, lines),
  };
}

/** A file name as a person might choose it: blanks, punctuation and letters beyond ASCII. */
const OWN_NAME = 'Tamko la shule – jiko #1, 100% ya mita (Novemba & Desemba).pdf';

function declaration(subject: PackSubject, days = PERIOD_DAYS, name = 'site-declaration.pdf'): SampleFile {
  const lines = [
    `Site        ${ascii(subject.siteName)} (${subject.siteCode})`,
    `Pack        ${subject.packId}`,
    `Period      ${days === 1 ? '1 day' : `${days} days`} to ${stamp(subject.endMs)} UTC`,
    '',
    'We declare that the meters named in this pack were read in place, that no reading',
    'was changed after it was taken, and that the pictures show the kitchen in use.',
    '',
    'Head cook and bursar of the institution',
    '',
    '(sample document of the demonstration data)',
  ];
  return { name, contentType: 'application/pdf', bytes: pdf('Site declaration', lines) };
}

/**
 * The files of an ordinary pack: real file contents, identical for the same pack on every machine. The seed's first pack (`seed` 0)
 * contains a file with a name beyond ASCII.
 */
export function packFiles(subject: PackSubject, seed: number): SampleFile[] {
  const random = createRandom(seed);
  const all = [
    meterReadings(random, subject),
    steamFlow(random, subject),
    photograph(random, 'boiler-plate.jpg', subject),
    photograph(random, 'kitchen-north.jpg', subject),
    photograph(random, 'kitchen-south.jpg', subject),
    gauge(random),
    receipts(random, subject),
    seed === 0 ? declaration(subject, PERIOD_DAYS, OWN_NAME) : declaration(subject),
  ];
  // Sites send different numbers of files.
  const skipped = random.pick(['kitchen-south.jpg', 'pressure-gauge.png', 'boiler-plate.jpg', '']);
  return all.filter(({ name }) => name !== skipped);
}

/** A pack of many small files with one reading each, as loggers without memory send them. */
export function manyFiles(subject: PackSubject, seed: number, count: number): SampleFile[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const at = subject.endMs - (count - index) * 20 * MINUTE;
    const reading = `{"meter":"${subject.siteCode}-M1","at":"${new Date(at).toISOString()}","power_kw":${Math.max(0, random.normal(6, 2)).toFixed(2)}}\n`;
    return textFile(`reading-${String(index + 1).padStart(4, '0')}.json`, 'application/json', reading);
  });
}

/**
 * A pack of the simulated day: one day of readings and two documents, some ten kilobytes, so that a platform that runs for weeks does not
 * fill up with samples.
 */
export function dayFiles(subject: PackSubject, seed: number): SampleFile[] {
  const random = createRandom(seed);
  return [meterReadings(random, subject, 1), receipts(random, subject), declaration(subject, 1)];
}
