/** Writes docs/screens: one picture for each take. */
import { join } from "node:path";
import { ROOT } from "../run.ts";
import { openStage } from "./stage.ts";
import { toSvg } from "./svg.ts";
import { TAKES } from "./takes.ts";

const stage = await openStage();
try {
  for (const { name, title, shoot } of TAKES) {
    const path = join(ROOT, "docs/screens", `${name}.svg`);
    await shoot(stage, async (terminal) => void (await Bun.write(path, toSvg(terminal, title))));
    process.stdout.write(`${path}\n`);
  }
} finally {
  await stage.stop();
}
// Baileys' timers would keep the process for another half minute.
process.exit();
