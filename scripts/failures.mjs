import { stripVTControlCharacters } from 'node:util';

/** A failed test: its full name and the beginning of the reason. @typedef {{ test: string, why: string }} Failure */

/** Maximum length of a reason, characters: expected and actual values and the place, without the log that follows. */
const longest = 700;

/** The beginning of a reason, without colours. @param {string | undefined} message @returns {string} */
export function firstLabels(message) {
  const plain = stripVTControlCharacters(message ?? 'no reason was given').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest)}…`;
}

/** @param {any} report Vitest's JSON report @returns {Failure[]} */
function failuresOfVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ file) =>
    file.status === 'failed' && file.assertionResults.length === 0
      ? [{ test: file.name, why: firstLabels(file.message) }]
      : file.assertionResults
          .filter((/** @type {any} */ one) => one.status === 'failed')
          .map((/** @type {any} */ one) => ({ test: one.fullName, why: firstLabels(one.failureMessages[0]) })),
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
        why: firstLabels(
          spec.tests.flatMap((/** @type {any} */ one) => one.results).flatMap((/** @type {any} */ result) => result.errors)[0]?.message,
        ),
      })),
  ];
}

/**
 * The failed tests in a tool's JSON report. They are printed again at the end of a run, since of a long output often only the end is
 * kept.
 * @param {any} report Vitest's or Playwright's
 * @returns {Failure[]}
 */
export function failuresOf(report) {
  if (Array.isArray(report.testResults)) return failuresOfVitest(report);
  return [
    ...(report.suites ?? []).flatMap(failuresOfSuite),
    ...(report.errors ?? []).map((/** @type {any} */ error) => ({ test: 'outside any story', why: firstLabels(error.message) })),
  ];
}
