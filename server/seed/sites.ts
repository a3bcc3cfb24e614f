/** A metered installation: a school or institution that cooks with the financed equipment. */
export interface SiteSeed {
  readonly siteCode: string;
  readonly name: string;
  /** County in Kenya, district in Uganda. */
  readonly county: string;
  readonly kind: 'school' | 'college' | 'hospital';
  /** People served a day: the kitchen's size, which scales its savings. */
  readonly served: number;
}

function site(siteCode: string, name: string, county: string, served: number, kind: SiteSeed['kind'] = 'school'): SiteSeed {
  return { siteCode, name, county, kind, served };
}

/** Forty invented institutions in real counties; codes are country, county, running number. */
export const demoSites: readonly SiteSeed[] = [
  site('KE-KMB-004', 'Kiambu Township Secondary', 'Kiambu', 740),
  site('KE-NKR-018', 'Nakuru West Girls’', 'Nakuru', 910),
  site('KE-KSM-007', 'Kisumu Lakeside Primary', 'Kisumu', 620),
  site('KE-KLF-011', 'Kilifi Baobab Secondary', 'Kilifi', 680),
  site('KE-MCK-009', 'Machakos Hillview Secondary', 'Machakos', 590),
  site('KE-GRS-003', 'Garissa Town Primary', 'Garissa', 480),
  site('KE-UGS-014', 'Eldoret Central Boys’', 'Uasin Gishu', 1020),
  site('KE-NYR-006', 'Nyeri Highlands Girls’', 'Nyeri', 830),
  site('KE-KKG-012', 'Kakamega Forest View Academy', 'Kakamega', 540),
  site('KE-KTI-005', 'Kitui South Boys’', 'Kitui', 610),
  site('KE-TRK-002', 'Lodwar Mixed Day', 'Turkana', 390),
  site('KE-EMB-008', 'Embu Riverside Girls’', 'Embu', 760),
  site('KE-KLF-015', 'Malindi Coast Technical', 'Kilifi', 450, 'college'),
  site('KE-BGM-010', 'Bungoma Hill Secondary', 'Bungoma', 700),
  site('KE-MRU-013', 'Meru Central Girls’', 'Meru', 880),
  site('KE-HBY-004', 'Homa Bay Mixed Secondary', 'Homa Bay', 560),
  site('KE-NRK-001', 'Narok South Boarding', 'Narok', 640),
  site('KE-NBI-021', 'Eastlands Community Primary', 'Nairobi', 1150),
  site('KE-NBI-027', 'Karen Ridge Secondary', 'Nairobi', 720),
  site('KE-NBI-033', 'Kasarani Technical Institute', 'Nairobi', 860, 'college'),
  site('KE-MSA-005', 'Likoni Ferry Primary', 'Mombasa', 790),
  site('KE-MSA-009', 'Nyali Creek Girls’', 'Mombasa', 670),
  site('KE-KWL-002', 'Kwale Hilltop Secondary', 'Kwale', 510),
  site('KE-TTA-003', 'Voi Plains Boys’', 'Taita Taveta', 470),
  site('KE-KJD-006', 'Kajiado Savanna Mixed', 'Kajiado', 530),
  site('KE-KRC-008', 'Kericho Tea Valley Girls’', 'Kericho', 800),
  site('KE-BMT-002', 'Bomet Green Secondary', 'Bomet', 550),
  site('KE-KSI-011', 'Kisii Highview Academy', 'Kisii', 690),
  site('KE-NYM-004', 'Nyamira Mission Hospital', 'Nyamira', 240, 'hospital'),
  site('KE-MGR-005', 'Migori Border Primary', 'Migori', 600),
  site('KE-SYA-007', 'Siaya Lake Road Secondary', 'Siaya', 570),
  site('KE-BSA-003', 'Busia Gateway Mixed', 'Busia', 640),
  site('KE-TNZ-009', 'Kitale North Boys’', 'Trans Nzoia', 900),
  site('KE-NDI-004', 'Kapsabet Runners Secondary', 'Nandi', 770),
  site('KE-BRG-001', 'Baringo Lake Day', 'Baringo', 360),
  site('KE-LKP-002', 'Laikipia Plateau Boarding', 'Laikipia', 580),
  site('KE-MRG-010', 'Murang’a Terrace Girls’', 'Murang’a', 810),
  site('KE-KRN-006', 'Kerugoya Rice Fields Primary', 'Kirinyaga', 650),
  site('KE-THN-002', 'Chuka Forest Edge Hospital', 'Tharaka-Nithi', 210, 'hospital'),
  site('KE-MKN-004', 'Wote Sand River Secondary', 'Makueni', 520),
];

/** The second tenant has fewer, different sites in another country, so that a leak between tenants is obvious. */
export const kampalaSites: readonly SiteSeed[] = [
  site('UG-KLA-001', 'Makindye Hill Secondary', 'Kampala', 940),
  site('UG-KLA-004', 'Nakawa Vocational College', 'Kampala', 720, 'college'),
  site('UG-KLA-006', 'Rubaga Parents Primary', 'Kampala', 830),
  site('UG-WKS-002', 'Entebbe Shoreline Girls’', 'Wakiso', 610),
  site('UG-WKS-005', 'Nansana Day and Boarding', 'Wakiso', 700),
  site('UG-MKN-003', 'Mukono Forest Boys’', 'Mukono', 560),
  site('UG-JJA-001', 'Jinja Falls Secondary', 'Jinja', 650),
  site('UG-MBL-002', 'Mbale Foothills Primary', 'Mbale', 590),
  site('UG-GUL-001', 'Gulu Acacia Mixed', 'Gulu', 480),
  site('UG-MBR-004', 'Mbarara Ankole Girls’', 'Mbarara', 780),
  site('UG-MSK-002', 'Masaka Ridge Secondary', 'Masaka', 540),
  site('UG-FPT-001', 'Fort Portal Crater Hospital', 'Kabarole', 190, 'hospital'),
];
