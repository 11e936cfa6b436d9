/** Every link of the documentation into the checkout leads somewhere. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { DOCUMENTS, ROOT, readDocument } from "./documents.ts";

test.each(DOCUMENTS)("%s: every link leads to a file, and to a heading of it", async (path) => {
  const targets = linksOf(await readDocument(path)).filter((target) => !/^[a-z]+:/.test(target));
  const broken = await Promise.all(
    targets.map(async (target) => ((await leads(path, target)) ? [] : [target])),
  );
  expect(broken.flat()).toEqual([]);
});

test("every document can be reached from the README", async () => {
  const reached = new Set(["README.md"]);
  for (const path of reached)
    for (const target of linksOf(await readDocument(path))) {
      const file = normalize(join(dirname(path), target.split("#")[0] ?? ""));
      if (DOCUMENTS.some((document) => document === file)) reached.add(file);
    }
  expect([...reached].sort()).toEqual([...DOCUMENTS].sort());
});

/** Of links and pictures, in Markdown and in HTML; not of code. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "").replaceAll(/`[^`]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? "",
  );
}

async function leads(from: string, target: string): Promise<boolean> {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : join(dirname(from), file);
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchorsOf(await readDocument(path)).includes(anchor);
}

/** As GitHub names headings: lower case, no punctuation, dashes for spaces. */
function anchorsOf(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return [...prose.matchAll(/^#+ +(.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
