/** What the demo's records come to (D-16), whichever database holds them. */
export const seedKpis = { verified: 1228, total: 1247, automated: 1175, decided: 1244, p50Ms: 2300, p95Ms: 5800 } as const;
