import { describe, expect, it } from 'vitest';
import { problemCodes } from '../contracts/problem.ts';
import { problemDetail, problemSentence, problemLabels } from './problemLabels.ts';

describe('failures as people read them', () => {
  it('every way in which a call can fail has words in whole sentences and a way out', { tags: ['C-78', 'C-80'] }, () => {
    for (const code of problemCodes) {
      const { title, text, way } = problemLabels[code];
      expect([code, title]).toEqual([code, expect.stringMatching(/^[A-Z][^.]+$/)]);
      expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z].*[.]$/)]);
      expect(way).not.toBe('');
    }
    expect(problemLabels.internal).toMatchObject({ title: 'Something went wrong', text: 'An error occurred while loading this content.' });
  });

  it('a message keeps the platform’s own words, and puts words after a bare status', { tags: ['C-78'] }, () => {
    expect(problemSentence({ code: 'conflict', message: 'INC-0042 is resolved already' })).toBe('INC-0042 is resolved already.');
    expect(problemSentence({ code: 'rate_limited', message: 'API Error: 429 Too Many Requests' })).toBe(
      'API Error: 429 Too Many Requests. Wait a moment. This is retried automatically.',
    );
  });

  it('the status that came is told beside the words', { tags: ['C-78'] }, () => {
    expect(problemDetail({ code: 'not_found', message: 'API Error: 404 Not Found' })).toBe('API Error: 404 Not Found');
    expect(problemDetail({ code: 'not_found', message: 'Not found' })).toBeNull();
  });
});
