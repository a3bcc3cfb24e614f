/** Rows that are read at four metres: a wall shows no more of a list than these, and a display is told no more of it (G-17). */
export const wallRows = { incidents: 4, milestones: 4, schools: 6 } as const;
