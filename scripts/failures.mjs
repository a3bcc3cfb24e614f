import { stripVTControlCharacters } from 'node:util';

/** One test that failed: its whole name, and the first words of why. @typedef {{ test: string, why: string }} Failure */

/** How much of a reason is kept, characters: what was expected, what came, and where, but not the log behind it. */
const longest = 700;

/** The beginning of a reason, without colours. @param {string | undefined} message @returns {string} */
export function firstWords(message) {
  const plain = stripVTControlCharacters(message ?? 'no reason was given').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest)}…`;
}

/** @param {any} report Vitest's JSON report @returns {Failure[]} */
function failuresOfVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ file) =>
    file.status === 'failed' && file.assertionResults.length === 0
      ? [{ test: file.name, why: firstWords(file.message) }]
      : file.assertionResults
          .filter((/** @type {any} */ one) => one.status === 'failed')
          .map((/** @type {any} */ one) => ({ test: one.fullName, why: firstWords(one.failureMessages[0]) })),
  );
}

/** @param {any} suite of Playwright's JSON report @returns {Failure[]} */
function failuresOfSuite(suite) {
  return [
    ...(suite.suites ?? []).flatMap(failuresOfSuite),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => ({
        test: `${spec.file} › ${spec.title}`,
        why: firstWords(
          spec.tests.flatMap((/** @type {any} */ one) => one.results).flatMap((/** @type {any} */ result) => result.errors)[0]?.message,
        ),
      })),
  ];
}

/**
 * The tests that failed in a run, by the JSON report that its tool wrote. What a long run prints is seldom kept whole; its end is, so they are named there once more.
 * @param {any} report Vitest's or Playwright's
 * @returns {Failure[]}
 */
export function failuresOf(report) {
  if (Array.isArray(report.testResults)) return failuresOfVitest(report);
  return [
    ...(report.suites ?? []).flatMap(failuresOfSuite),
    ...(report.errors ?? []).map((/** @type {any} */ error) => ({ test: 'outside any story', why: firstWords(error.message) })),
  ];
}
