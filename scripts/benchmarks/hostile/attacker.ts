/** Attacks a server until its input ends; run as a process of its own, so that it takes none of the measurement's time. */
import {
  type Attack,
  deepJson,
  halfOpen,
  headerBomb,
  largeBody,
  NO_SIGNATURE,
  open,
  slowBody,
  slowHead,
  withheldBody,
} from "./attacks.ts";

/** So many connections of each kind at a time. */
export type HostileOptions = {
  url: string;
  key: string;
  seconds: number;
  halfOpen: number;
  slow: number;
  /** Bodies to Meta's path of which one byte comes, and of which all but one byte comes. */
  withheld: number;
  held: number;
  /** Whether large and deep bodies and long heads come, too. */
  large: boolean;
};
export type HostileResult = { opened: number; repeated: number };

const LARGE = 200 * 1024 * 1024;
const LEVELS = 1_000_000;
const LINES = 1000;
/** The longest that Meta's path takes. */
const WEBHOOK = 4 * 1024 * 1024;

const options: HostileOptions = JSON.parse(process.argv[2] ?? "{}");
const { url, key, seconds } = options;
const until = Date.now() + seconds * 1000;
const result: HostileResult = { opened: 0, repeated: 0 };
const withheld = () => withheldBody(url, NO_SIGNATURE, WEBHOOK);
const held = () => withheldBody(url, NO_SIGNATURE, WEBHOOK, WEBHOOK - 1);
const first = [...(await open(options.withheld, withheld)), ...(await open(options.held, held))];
await Promise.all([
  ...first.map((attack, nth) => keepUp(nth < options.withheld ? withheld : held, attack)),
  ...Array.from({ length: options.halfOpen }, () => keepUp(() => halfOpen(url))),
  ...Array.from({ length: options.slow }, () => keepUp(() => slowHead(url))),
  ...Array.from({ length: options.slow }, () => keepUp(() => slowBody(url))),
  ...(options.large
    ? [
        repeat(() => largeBody(url, key, LARGE)),
        repeat(() => deepJson(url, key, LEVELS)),
        repeat(() => headerBomb(url, LINES)),
      ]
    : []),
]);
process.stdout.write(JSON.stringify(result));
process.exit();

/** One connection after the other: when the server has cut one off, the next comes. */
async function keepUp(begin: () => Attack, first = begin()): Promise<void> {
  for (let attack = first; Date.now() < until; attack = begin()) {
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
