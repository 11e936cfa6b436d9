import { expect, test } from "bun:test";
import { join } from "node:path";
import { checkFiles } from "../../scripts/checks/files.ts";
import { checkImports } from "../../scripts/checks/imports.ts";
import { readSources } from "../../scripts/checks/source.ts";

const file = (path: string, text: string) => ({ path, text });

test.each([
  ["db/messages/messages.ts", `import { problem } from "../daemon/http/problem.ts";`],
  ["db/messages/messages.ts", `import type { Problem } from "../daemon/http/problem.ts";`],
  ["daemon/start/app.ts", `import { program } from "../cli/program.ts";`],
  ["cli/main.ts", `import { app } from "../daemon/app.ts";`],
  ["cli/main.ts", `const { connect } = await import("../db/client.ts");`],
  [
    "daemon/providers/cloud-api/provider.ts",
    `import {\n  accept,\n  other,\n} from "../../messages/accept.ts";`,
  ],
  ["daemon/providers/cloud-api/provider.ts", `export * from "../../../db/client.ts";`],
  ["daemon/sandbox/graph/server.ts", `import type { Sql } from "../../../db/client.ts";`],
])("%s may not say: %s", (path, text) => {
  expect(checkImports([file(path, text)])).toHaveLength(1);
});

test.each([
  ["cli/main.ts", `import type { App } from "../daemon/app.ts";`],
  ["daemon/messages/accept.ts", `import { insertMessages } from "../../db/messages.ts";`],
  [
    "daemon/providers/cloud-api/encode.ts",
    `import type { MessageType } from "../../messages/types/registry.ts";`,
  ],
  ["daemon/main.ts", `import { start } from "./app.ts";`],
])("%s may say: %s", (path, text) => {
  expect(checkImports([file(path, text)])).toEqual([]);
});

test("finds files that import each other, unless only for their types", () => {
  const one = file("db/one.ts", `import { two } from "./two.ts";`);
  expect(checkImports([one, file("db/two.ts", `import { one } from "./one.ts";`)])).toEqual([
    "these import each other: db/one.ts -> db/two.ts -> db/one.ts",
  ]);
  expect(checkImports([one, file("db/two.ts", `import type { one } from "./one.ts";`)])).toEqual([]);
});

test.each([
  ["too long", "const a = 1;\n".repeat(251)],
  [
    "only passes on",
    `/** All of it. */\nexport * from "./one.ts";\nexport { two, type Two } from "./two.ts";\n`,
  ],
  ["says unfinished work", `// ${"TO"}DO: the rest`],
  ["names somebody's machine", `const home = "/${"home"}/ada/waypost";`],
])("finds a file that %s", (_name, text) => {
  expect(checkFiles([file("db/some.ts", text)])).toHaveLength(1);
});

test("leaves an ordinary file alone", () => {
  const text = `import { two } from "./two.ts";\n// root's folder /root has mode 0700\nexport const one = two;\n`;
  expect(checkFiles([file("db/one.ts", text)])).toEqual([]);
});

test.each([
  "package.json",
  ".ci/run",
  "cli/main.ts",
  "daemon/messages/accept.ts",
  "db/schema/migrations/0001_schema.sql",
  "scripts/checks/main.ts",
  "docs/cli.md",
])("%s is among what the checks read", async (path) => {
  const sources = await readSources(join(import.meta.dir, "../.."));
  expect(sources.map((source) => source.path)).toContain(path);
});
