/** The pictures of the documentation, taken again: they show what the commands show today. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openStage, type Stage } from "../../scripts/lib/screens/stage.ts";
import { toSvg } from "../../scripts/lib/screens/svg.ts";
import { TAKES } from "../../scripts/lib/screens/takes.ts";
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
      shown = comparableText(name, toSvg(terminal, take.title));
    });
    expect(shown, "the picture is old: run ./scripts/screens").toBe(comparableText(name, committed));
  },
);

/** What differs from run to run, and what stands in its place. */
type Varying = ReadonlyArray<readonly [RegExp, string]>;

/** The text in a picture that `toSvg` drew, without what differs in every one, and in this one. */
function comparableText(name: string, svg: string): string {
  const text = /<desc>([\s\S]*)<\/desc>/.exec(svg)?.[1] ?? "";
  return [...VARYING, ...(VARYING_IN[name] ?? [])].reduce(
    (rest, [pattern, name]) => rest.replaceAll(pattern, name),
    text,
  );
}

const VARYING: Varying = [
  [/\b\d+\.\ds\b/g, "<duration>"],
  [/\bwamid\.\S+/g, "<id>"],
  [/\b[a-z]{2,4}_[0-9A-Z]{26}\b/g, "<id>"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>"],
  [/\b\d\d:\d\d:\d\d\b/g, "<time>"],
  [/\b\d+s ago\b/g, "<age>"],
  [/\b\d+ (ms|s)\b/g, "<duration>"],
  [/localhost:\d+/g, "localhost:<port>"],
  // columns are as wide as what they hold
  [/ {2,}/g, "  "],
];

const VARYING_IN: Record<string, Varying> = {
  inbox: [
    [/[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4}/g, "<day>"],
    [/\b\d{2}:\d{2}\b/g, "<time>"],
    [/\d+h left/g, "<age> left"],
  ],
  top: [
    [/\blag \S+/g, "lag <age>"],
    [/\d+(\.\d+)?/g, "0"],
    [/(?<= )(-|now|in 0[smh]|0[smh] ago)(?=\s|$)/g, "<age>"],
    [/(<age> +)+/g, "<age> "],
    [/\b(idle|waiting|working)\b/g, "<state>"],
    [/message\.new: .*/g, "message.new: <reason>"],
  ],
};
