/** Figures of the demo's records (D-16), on either database. */
export const seedKpis = { verified: 1228, total: 1247, automated: 1175, decided: 1244, p50Ms: 2300, p95Ms: 5800 } as const;
