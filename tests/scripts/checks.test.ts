import { expect, test } from "bun:test";
import { join } from "node:path";
import { checkFiles } from "../../scripts/checks/files.ts";
import { checkLanded, checkMigrations } from "../../scripts/checks/migrations.ts";
import { checkSql } from "../../scripts/checks/sql.ts";
import { checkStyles } from "../../scripts/checks/styles.ts";
import { readSources } from "../../scripts/lib/source.ts";

const file = (path: string, text: string) => ({ path, text });

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

test.each([
  ["formats for itself", "export const text = (count: number) => count.toLocaleString();\n"],
  ["says a text of its own", `export const Hint = () => <p title="Not yet sent">{"-"}</p>;\n`],
  ["has a text between tags", "export const Hint = () => <p>Not yet sent</p>;\n"],
])("finds a view that %s", (_name, text) => {
  expect(checkFiles([file("daemon/page/client/views/some.tsx", text)])).toHaveLength(1);
});

test("leaves an ordinary file alone", () => {
  const text = `import { two } from "./two.ts";\n// root's folder /root has mode 0700\nexport const one = two;\n`;
  expect(checkFiles([file("db/one.ts", text)])).toEqual([]);
});

test.each([
  "package.json",
  ".ci/run",
  "cli/main.ts",
  "daemon/messages/accept/accept.ts",
  "db/schema/tables/messages/messages.sql",
  "daemon/page/client/style/common.module.css",
  "scripts/checks/main.ts",
  "docs/cli.md",
])("%s is among what the checks read", async (path) => {
  const sources = await readSources(join(import.meta.dir, "../.."));
  expect(sources.map((source) => source.path)).toContain(path);
});

test.each([
  ["drops a column", "alter table one drop column two;", 1],
  ["says who may use what it drops", "-- needs: 0070\nalter table one drop column two;", 0],
  ["says why a drop harms nobody", "-- keeps: nothing read it since 0.2\ndrop table one;", 0],
  ["renames a column", "alter table one rename column two to three;", 1],
  ["adds what old versions don't write", "alter table one add column two text not null;", 1],
  [
    "only adds",
    "alter table one add column two text[] not null default '{}'; create table three (); -- drop table",
    0,
  ],
])("of a migration that %s", (_name, text, problems) => {
  expect(checkMigrations([file("db/schema/migrations/9000_one.sql", text)])).toHaveLength(problems);
});

test.each([
  ["is as it landed", "select 1;", "0001_one.sql", 0],
  ["has another comment since", "-- one\nselect 1; -- two", "0001_one.sql", 0],
  ["was changed after it landed", "select 2;", "0001_one.sql", 1],
  ["is not written down yet, and another is gone", "select 1;", "0002_two.sql", 2],
])("of a migration that %s", (_name, text, name, problems) => {
  const checksum = new Bun.CryptoHasher("sha256").update("select 1;").digest("hex");
  const landed = file("db/schema/landed.json", JSON.stringify({ "migrations/0001_one.sql": checksum }));
  expect(checkLanded([landed, file(`db/schema/migrations/${name}`, text)])).toHaveLength(problems);
});

const MADE = file(
  "db/lanes/one.sql",
  "create or replace function one() returns void language sql as $$ select 1 $$;",
);

test.each([
  ["from SQL", "db/events/two.sql", "perform one();"],
  [
    "as a trigger",
    "db/lanes/migrations/two.sql",
    "create trigger two after insert on lanes execute function one();",
  ],
  ["from the TypeScript of its noun", "db/lanes/lanes.ts", "await sql`select one()`;"],
])("finds nothing wrong with a function in SQL that is called %s", (_name, path, text) => {
  expect(checkSql([MADE, file(path, text)])).toEqual([]);
});

test.each([
  ["nobody", "db/lanes/two.sql", "drop function if exists one(); -- select one()"],
  ["only another noun", "db/events/events.ts", "await sql`select one()`;"],
])("finds a function in SQL that %s calls", (_name, path, text) => {
  expect(checkSql([MADE, file(path, text)])).toHaveLength(1);
});

test.each([
  ["letters in pixels", "some.css", ".one { font-size: 14px; }", 1],
  ["rows in pixels", "some.css", ".one { grid-auto-rows: 36px; }", 1],
  ["icons in pixels", "some.tsx", "<Check size={16} />", 1],
  ["lines in pixels", "some.css", "/* 4px */ .one { border: 1px solid; gap: 2px; }", 0],
  ["all else in rem", "some.css", "@media (width < 40em) { .one { font-size: 0.875rem; } }", 0],
])("of styles with %s", (_name, path, text, problems) => {
  expect(checkStyles([file(`daemon/page/${path}`, text)])).toHaveLength(problems);
});

test.each([
  ["are all there and all named", "style.one + style.two", []],
  ["are looked up by a value", "style[tone]", []],
  ["are not all there", "style.one + style.two + style.three", ["views/some.tsx names the class three"]],
  ["are not all named", "style.one", ["style/some.module.css has the class two"]],
])("of classes that %s", (_name, code, problems) => {
  const sheet = file(
    "style/some.module.css",
    "/* .none */ .one { margin: 0.5em; } .one > .two { color: red; }",
  );
  const view = `import style from "../style/some.module.css";\nconst names = ${code};\n`;
  expect(checkStyles([sheet, file("views/some.tsx", view)])).toEqual(problems.map(expect.stringContaining));
});
