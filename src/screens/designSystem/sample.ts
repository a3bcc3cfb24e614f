/** One reading of the sample list. Invented for the showcase (D-17): fixed data that belongs to no real site. */
export interface SampleReading {
  readonly id: string;
  readonly site: string;
  readonly savedKwh: number;
  readonly state: 'verified' | 'pending' | 'disputed';
}

const sites = ['Mwangaza Primary', 'Kilimo Girls', 'Umoja Secondary', 'Baraka Academy', 'Tumaini School', 'Nuru Mixed', 'Amani Boys'];
const states = ['verified', 'verified', 'pending', 'verified', 'disputed'] as const;

/** 47 readings: four full pages and a short one. */
export const sampleReadings: readonly SampleReading[] = Array.from({ length: 47 }, (_, index) => ({
  id: `SMP-${String(index + 1).padStart(3, '0')}`,
  site: sites[index % sites.length] ?? '',
  savedKwh: 120 + ((index * 397) % 881),
  state: states[index % states.length] ?? 'pending',
}));
