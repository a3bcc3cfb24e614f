/** Rows readable at four metres: a wall shows at most this many of a list, and a display is sent no more (G-17). */
export const wallRows = { incidents: 4, milestones: 4, schools: 6 } as const;
