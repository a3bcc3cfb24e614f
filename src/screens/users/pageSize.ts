/** Users per page (identity document, section 9). */
export const pageSize = 10;
