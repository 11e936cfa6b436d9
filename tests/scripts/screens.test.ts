/** The pictures of the documentation, taken again: they show what the commands show today. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openStage, type Stage } from "../../scripts/lib/screens/stage.ts";
import { toSvg } from "../../scripts/lib/screens/svg.ts";
import { TAKES } from "../../scripts/lib/screens/takes.ts";
import { comparableText } from "../../scripts/lib/screens/text.ts";
import { testDatabase } from "../support/database.ts";

const SCREENS = join(import.meta.dir, "../../docs/screens");

let database: Awaited<ReturnType<typeof testDatabase>>;
let stage: Stage;
beforeAll(async () => {
  database = await testDatabase();
  stage = await openStage(database.url);
});
afterAll(async () => {
  await stage?.stop();
  await database?.drop();
});

test.each(TAKES.map((take) => [take.name, take] as const))(
  "docs/screens/%s.svg is what is shown today",
  async (name, take) => {
    const committed = await Bun.file(join(SCREENS, `${name}.svg`)).text();
    let shown = "";
    await take.shoot(stage, async (terminal) => {
      shown = comparableText(toSvg(terminal, take.title), take.varying);
    });
    expect(shown, "the picture is old: run ./scripts/screens").toBe(comparableText(committed, take.varying));
  },
);
