/** `templates lint` on files as people write them; the rules themselves are compared with the sandbox elsewhere. */
import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { newHome, runCli } from "./run-cli.ts";

const GOOD = `name: order_ready
language: en_US
category: UTILITY
components:
  - type: BODY
    text: |-
      Hello {{1}},
      your order is ready.
    example:
      body_text: [[Ada]]
`;

async function lint(files: Record<string, string>) {
  const folder = newHome();
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  // no address, no key: it asks nobody
  const { code, stdout, stderr } = await runCli(["templates", "lint", folder], {
    env: { WAYPOST_URL: "http://127.0.0.1:1" },
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return { code, stderr, lines: lines.map((line) => line.split("\t")) };
}

const picture = (example: string) =>
  `name: menu\nlanguage: de\ncategory: MARKETING\ncomponents:\n  - { type: header, format: image, example: { ${example} } }\n  - { type: body, text: Hallo. }\n`;

test("what Meta takes is in order, in YAML and in JSON, with its example beside it", async () => {
  const json = JSON.stringify({
    ...{ name: "thanks", language: "en_US", category: "UTILITY", allow_category_change: true },
    components: [{ type: "BODY", text: "Thank you." }],
  });
  const files = {
    "a.yaml": GOOD,
    "b.json": json,
    "c.yml": picture("file: media/menu.jpg"),
    "notes.txt": "x",
  };
  expect(await lint({ ...files, "media/menu.jpg": "a picture" })).toEqual({
    ...{ code: 0, lines: [] },
    stderr: "3 files, nothing wrong.\n",
  });
});

test("each problem is a line that says where and what, and the end is 5", async () => {
  const wrong = GOOD.replace("Hello {{1}}", "{{1}}").replace(
    "language: en_US",
    "language: english\nid: tpl_1",
  );
  const { code, lines, stderr } = await lint({ "a.yaml": GOOD, "b.yaml": GOOD, "c.yaml": wrong });
  expect(code).toBe(5);
  expect(lines.map(([file, path]) => [file, path])).toEqual([
    ["b.yaml", "/name"],
    ["c.yaml", "/id"],
    ["c.yaml", "/language"],
    ["c.yaml", "/components/0/text"],
  ]);
  expect(lines[0]?.[2]).toBe("a.yaml holds the same template");
  expect(stderr).toContain("4 problems in 3 files");
});

test("a file that can't be read is a problem, too", async () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefgh"].map((letter, index) => `${letter}: &${letter} [${Array(9).fill(`*${"abcdefg"[index]}`).join(", ")}]`).join("\n")}\n`;
  const { code, lines } = await lint({
    ...{
      "a.yaml": "name: [",
      "b.yaml": "- 1\n",
      "c.json": "{",
      "d.yaml": bomb,
      "e.yaml": "name: a\nname: b\n",
    },
    "f.yaml": "x".repeat(300_000),
  });
  expect([code, lines.map(([file]) => file)]).toEqual([
    5,
    ["a.yaml", "b.yaml", "c.json", "d.yaml", "e.yaml", "f.yaml"],
  ]);
});

test.each([
  ["file: ../menu.jpg", "not in this folder"],
  ["file: /etc/hostname", "not in this folder"],
  ["file: menu.mp4", "takes .jpg, .jpeg, .png"],
  ["file: other.jpg", "there is no such file"],
  ["file: empty.jpg", "it is empty"],
  ["header_handle: ['4::aW']", "name a file"],
  ["media_id: med_1", "name a file"],
  ["files: menu.jpg", "name a file"],
])("an example of %s is refused: %s", async (example, message) => {
  const { code, lines } = await lint({ "menu.yaml": picture(example), "empty.jpg": "" });
  expect([code, lines.some((line) => line[2]?.includes(message))]).toEqual([5, true]);
});

test("links that lead out of the folder are not followed, those within are", async () => {
  const outside = newHome();
  await Bun.write(join(outside, "secret.jpg"), "a secret");
  await Bun.write(join(outside, "other.yaml"), GOOD);
  const folder = newHome();
  await Bun.write(join(folder, "media/menu.jpg"), "a picture");
  await Bun.write(join(folder, "c.yaml"), picture("file: secret.jpg"));
  await Bun.write(join(folder, "d.yaml"), picture("file: inside.jpg").replace("name: menu", "name: card"));
  symlinkSync(join(outside, "secret.jpg"), join(folder, "secret.jpg"));
  symlinkSync(join(outside, "other.yaml"), join(folder, "a.yaml"));
  symlinkSync("media/menu.jpg", join(folder, "inside.jpg"));
  const { code, stdout } = await runCli(["templates", "lint", folder], {
    env: { WAYPOST_URL: "http://127.0.0.1:1" },
  });
  expect([code, stdout.trimEnd().split("\n")]).toEqual([
    5,
    [
      "a.yaml\t\ta link that leads out of the folder",
      "c.yaml\t/components/HEADER/example/file\tsecret.jpg: a link that leads out of the folder",
    ],
  ]);
});
