/** Attacks a server until its input ends; run as a process of its own, so that it takes none of the measurement's time. */
import { type Attack, deepJson, halfOpen, headerBomb, largeBody, slowBody, slowHead } from "./attacks.ts";

export type HostileOptions = { url: string; halfOpen: number; slow: number; seconds: number };
export type HostileResult = { opened: number; repeated: number };

const LARGE = 200 * 1024 * 1024;
const LEVELS = 1_000_000;
const LINES = 1000;

const options: HostileOptions = JSON.parse(process.argv[2] ?? "{}");
const { url, seconds } = options;
const until = Date.now() + seconds * 1000;
const result: HostileResult = { opened: 0, repeated: 0 };
await Promise.all([
  ...Array.from({ length: options.halfOpen }, () => keepUp(() => halfOpen(url))),
  ...Array.from({ length: options.slow }, () => keepUp(() => slowHead(url))),
  ...Array.from({ length: options.slow }, () => keepUp(() => slowBody(url))),
  repeat(() => largeBody(url, LARGE)),
  repeat(() => deepJson(url, LEVELS)),
  repeat(() => headerBomb(url, LINES)),
]);
process.stdout.write(JSON.stringify(result));
process.exit();

/** One connection after the other: when the server has cut one off, the next comes. */
async function keepUp(begin: () => Attack): Promise<void> {
  while (Date.now() < until) {
    const attack = begin();
    result.opened += 1;
    await Promise.race([attack.ended, Bun.sleep(until - Date.now())]);
    attack.stop();
  }
}

/** As often as they are answered, four a second at most. */
async function repeat(begin: () => Attack): Promise<void> {
  while (Date.now() < until) {
    const attack = begin();
    result.repeated += 1;
    await Promise.race([attack.ended, Bun.sleep(2000)]);
    attack.stop();
    await Bun.sleep(250);
  }
}
