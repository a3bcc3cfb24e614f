import { describe, expect, it } from 'vitest';
import { applyTo, DoesNotApply, parsePatch, type PatchedFile, textOfNew } from './patch.ts';

const patch = `diff --git a/src/list.ts b/src/list.ts
--- a/src/list.ts
+++ b/src/list.ts
@@ -1,4 +1,5 @@
 import { a } from './a.ts';
 import { b } from './b.ts';
+import { c } from './c.ts';
 
 export const rows = [
@@ -6,3 +7,3 @@ export const rows = [
   b,
-  last,
+  c,
 ];
diff --git a/src/c.ts b/src/c.ts
new file mode 100644
--- /dev/null
+++ b/src/c.ts
@@ -0,0 +1,2 @@
+/** Third. */
+export const c = 3;
`;
const [list, third] = parsePatch(patch) as readonly [PatchedFile, PatchedFile]; // two files stand in it
const file = (...rows: readonly string[]): string =>
  ["import { a } from './a.ts';", "import { b } from './b.ts';", '', 'export const rows = [', ...rows, '];', ''].join('\n');

describe('a patch', () => {
  it('changes the lines that it names, and makes new files', () => {
    expect([list.path, list.added, third.path, third.added]).toEqual(['src/list.ts', false, 'src/c.ts', true]);
    expect(applyTo(file('  a,', '  b,', '  last,'), list)).toBe(
      file('  a,', '  b,', '  c,').replace("'./b.ts';\n", "'./b.ts';\nimport { c } from './c.ts';\n"),
    );
    expect(textOfNew(third)).toBe('/** Third. */\nexport const c = 3;\n');
  });

  it('finds its place where lines have come before, and where the list has grown behind it', () => {
    const grown = applyTo(`// new\n// lines\n${file('  a,', '  b,', '  last,', '  later,')}`, list);
    expect(grown).toContain("// new\n// lines\nimport { a } from './a.ts';\nimport { b } from './b.ts';\nimport { c } from './c.ts';\n");
    expect(grown).toContain('  b,\n  c,\n  later,\n];');
  });

  it('finds its place by the line just before it alone, and takes the nearest of several', () => {
    const other = file('  b,', '  last,', '  x,', '  y,', '  b,', '  last,').replace(
      "import { a } from './a.ts';",
      "import { z } from './z.ts';",
    );
    expect(applyTo(other, list)).toContain('  b,\n  c,\n  x,\n  y,\n  b,\n  last,\n];');
  });

  it('whose place is gone does not apply, and neither does one that removes or renames', () => {
    expect(() => applyTo(file('  a,', '  b,'), list)).toThrow(DoesNotApply);
    expect(() => applyTo(file('  a,', '  last,').replace("import { b } from './b.ts';\n", ''), list)).toThrow('src/list.ts has no place');
    expect(() => parsePatch('diff --git a/x.ts b/x.ts\ndeleted file mode 100644\n--- a/x.ts\n+++ /dev/null\n')).toThrow(
      'cannot be applied',
    );
  });
});
