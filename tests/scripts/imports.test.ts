import { expect, test } from "bun:test";
import { checkImports } from "../../scripts/checks/imports.ts";

const file = (path: string, text: string) => ({ path, text });

test.each([
  [
    "up to another layer",
    "db/messages/messages.ts",
    `import { problem } from "../../daemon/http/problem.ts";`,
  ],
  [
    "up for a type",
    "db/messages/messages.ts",
    `import type { Problem } from "../../daemon/http/problem.ts";`,
  ],
  [
    "up within a layer's folders",
    "daemon/http/paging.ts",
    `import type { Limits } from "../limits/limits.ts";`,
  ],
  ["up to the table's noun", "db/lanes/lanes.ts", `import { find } from "../messages/messages.ts";`],
  ["up out of a subfolder", "daemon/lib/deep/one.ts", `import { problem } from "../../http/problem.ts";`],
  ["up to the front", "daemon/start/api/app.ts", `import { program } from "../../../cli/program.ts";`],
  ["up to the scripts", "cli/main.ts", `import { run } from "../scripts/lib/run.ts";`],
  ["up from a view", "cli/ui/text.tsx", `import type { Session } from "../commands/listen/session.ts";`],
  ["into the tests", "scripts/checks/main.ts", `import { until } from "../../tests/support/until.ts";`],
  ["code of the daemon into the CLI", "cli/main.ts", `import { app } from "../daemon/start/api/app.ts";`],
  ["of db into the CLI", "cli/main.ts", `const { connect } = await import("../db/connection/client.ts");`],
  ["types of db into the CLI", "cli/main.ts", `import type { Sql } from "../db/connection/client.ts";`],
  [
    "over several lines",
    "daemon/providers/cloud-api/provider.ts",
    `import {\n  accept,\n  other,\n} from "../../messages/accept.ts";`,
  ],
  [
    "of db into a provider",
    "daemon/providers/cloud-api/provider.ts",
    `export * from "../../../db/connection/client.ts";`,
  ],
  [
    "of db into the sandbox",
    "daemon/sandbox/graph/server.ts",
    `import type { Sql } from "../../../db/connection/client.ts";`,
  ],
  [
    "of a provider into the sandbox",
    "daemon/sandbox/graph/server.ts",
    `import type { Provider } from "../../providers/provider.ts";`,
  ],
])("refuses an import %s: %s says %s", (_what, path, text) => {
  expect(checkImports([file(path, text)])).toHaveLength(1);
});

test.each([
  ["cli/main.ts", `import type { App } from "../daemon/start/api/app.ts";`],
  ["cli/main.ts", `import { version } from "../package.json";`],
  ["daemon/messages/accept/accept.ts", `import { insertMessages } from "../../db/messages/messages.ts";`],
  ["daemon/messages/accept/accept.ts", `import { problem } from "./types/problem.ts";`],
  ["daemon/gateway/gateway.ts", `import type { Provider } from "../providers/provider.ts";`],
  ["daemon/main.ts", `import { start } from "./start/serve.ts";`],
  ["tests/http/some.test.ts", `import { app } from "../../daemon/start/api/app.ts";`],
])("%s may say: %s", (path, text) => {
  expect(checkImports([file(path, text)])).toEqual([]);
});

test("finds files that import each other, though only for their types or a long way round", () => {
  const one = file("db/lists/one.ts", `import { two } from "./two.ts";`);
  const two = file("db/lists/two.ts", `import type { Three } from "./three.ts";`);
  expect(checkImports([one, two])).toEqual([]);
  const three = file("db/lists/three.ts", `import { one } from "./one.ts";`);
  expect(checkImports([one, two, three])).toEqual([
    "these import each other: db/lists/one.ts, db/lists/three.ts, db/lists/two.ts",
  ]);
});

test("finds files of which each wants nothing but the other's types", () => {
  const world = file("daemon/sandbox/graph/world.ts", `import type { Outbox } from "./outbox.ts";`);
  const outbox = file("daemon/sandbox/graph/outbox.ts", `import type { World } from "./world.ts";`);
  expect(checkImports([world, outbox])).toEqual([
    "these import each other: daemon/sandbox/graph/outbox.ts, daemon/sandbox/graph/world.ts",
  ]);
});

test.each(["db/plans/plans.ts", "db/plans/plans.sql", "daemon/plans/deep/routes.ts", "daemon/loose.ts"])(
  "%s needs a layer",
  (path) => {
    const [problem] = checkImports([file(path, ""), file("daemon/main.ts", "")]);
    expect(problem).toContain("has no layer");
  },
);
