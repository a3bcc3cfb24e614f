import { expect, it } from 'vitest';
import { apiCacheName, inGeneration, queryDatabaseName } from './deviceNames.ts';

it('what is kept for a person has the names under which earlier builds kept it and later ones wipe it', { tags: ['M-13'] }, () => {
  expect(apiCacheName('demo', 'u-1')).toBe('ukweli-api:demo:u-1');
  expect(queryDatabaseName('demo', 'u-1')).toBe('ukweli-queries:demo:u-1');
  expect(queryDatabaseName('demo', 'u-1', 2)).toBe('ukweli-queries:demo:u-1~2');
  expect([inGeneration('a', 0), inGeneration('a', 1)]).toEqual(['a', 'a~1']);
});
