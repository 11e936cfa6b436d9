/** That no text is translated which nothing shows. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import * as english from "../../../daemon/page/languages/en.ts";

const DAEMON = join(import.meta.dir, "../../../daemon");
const code = (
  await Promise.all(
    [
      "page/client/**/*.{ts,tsx}",
      "page/links/*.ts",
      "push/*.ts",
      "device-login/*.ts",
      "provider-login/*.ts",
      "page/languages/refusal.ts",
      "page/routes.ts",
    ]
      .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(DAEMON)])
      .map((path) => Bun.file(join(DAEMON, path)).text()),
  )
).join("\n");

/** `INBOX.close`, `{ close } = INBOX`, `words.close`; and of a section that is looked up in, or given on as a whole, all. */
function isShown(section: string, key: string): boolean {
  const ways = [
    `\\b${section}(\\.\\w+)*\\.${key}\\b`,
    `\\b${section}(\\[| satisfies )`,
    `, ${section}\\)`,
    `\\b${key}\\b[^=;]*\\} = [\\w.()]*(${section}|[tT]exts|[wW]ords\\w*|await wordsFor\\([\\w.]+\\))`,
    `words\\.${key}\\b`,
  ];
  return ways.some((way) => new RegExp(way).test(code));
}

test("every text is shown somewhere", () => {
  const texts = Object.entries<object>(english).flatMap(([section, words]) =>
    Object.keys(words).map((key) => [section, key] as const),
  );
  const unused = texts.filter(([section, key]) => /^\w+$/.test(key) && !isShown(section, key));
  expect(unused).toEqual([]);
});
