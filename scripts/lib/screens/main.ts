/** Writes docs/screens: one picture for each take of the terminal, and those of the page. */
import { join } from "node:path";
import { ROOT } from "../run.ts";
import { takePagePictures } from "./page/pictures.ts";
import { openStage } from "./stage.ts";
import { toSvg } from "./svg.ts";
import { TAKES } from "./takes.ts";

const FOLDER = join(ROOT, "docs/screens");
const isPageOnly = process.argv[2] === "page";
const stage = await openStage();
try {
  for (const { name, title, shoot } of isPageOnly ? [] : TAKES)
    await shoot(stage, (terminal) => write(`${name}.svg`, toSvg(terminal, title)));
  await takePagePictures(stage, write);
} finally {
  await stage.stop();
}
// Baileys' timers would keep the process for another half minute.
process.exit();

async function write(name: string, picture: string | Uint8Array): Promise<void> {
  const path = join(FOLDER, name);
  await Bun.write(path, picture);
  process.stdout.write(`${path}\n`);
}
