import { fetchApi } from './fetchApi.ts';
import { createProven } from './proven.ts';

/** `fetchApi`, with the question who it is in between where the platform asks for that. */
export const { provenCall, proofQuestion } = createProven(fetchApi);
