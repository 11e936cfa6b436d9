import { type Following, followEvents } from "../../lib/api/event-stream.ts";
import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { given } from "../../lib/values/given.ts";
import { eventFilters } from "../events/filters.ts";
import { forward, type Target } from "./forward.ts";
import { openLines } from "./lines.ts";
import type { ListenOptions } from "./options.ts";
import type { Screen } from "./screen.ts";
import { listenSecret } from "./secret.ts";

/** Forwards events to an address of this machine until it is ended, one after another, in their order. */
export async function forwardEvents(cli: Cli, options: ListenOptions): Promise<void> {
  const target = await targetOf(cli, options);
  const following = followEvents({
    settings: await cli.settings(),
    filters: { ...eventFilters(options), include_tests: true, ...given({ after: options.after }) },
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  const release = sayOnInterrupt(() => sayHowToGoOn(cli, following));
  try {
    await forwardAll(cli, target, following);
  } finally {
    release();
    sayHowToGoOn(cli, following);
  }
}

async function forwardAll(cli: Cli, target: Target, following: Following): Promise<void> {
  let screen: Screen | undefined;
  const send = async (event: LoggedEvent) => {
    screen?.started(event);
    await screen?.forwarded(event, await forward(event, target));
  };
  const consume = async () => {
    for await (const followed of following.events) {
      // opened only now: what is wrong with the command line or the key is said before
      screen ??= await openScreen(cli, target, send);
      if (followed.kind === "connected") {
        screen.connected();
        screen.ended.then(stop.resolve, stop.reject);
      } else if (followed.kind === "lost") screen.lost(followed.reason);
      else {
        screen.received(followed.event);
        await send(followed.event);
      }
    }
  };
  const stop = Promise.withResolvers<void>();
  await Promise.race([consume(), stop.promise]).finally(() => screen?.close());
}

async function openScreen(
  cli: Cli,
  target: Target,
  repeat: (event: LoggedEvent) => Promise<void>,
): Promise<Screen> {
  const { terminal, output, flags } = cli;
  const interactive =
    output.format === "terminal" && terminal.canPrompt && terminal.canRedraw && !flags.quiet;
  if (!interactive) return openLines(cli, { target, repeat });
  const { openListenScreen } = await import("./live-screen.tsx");
  return openListenScreen({ target, repeat }, terminal.colours);
}

async function targetOf(cli: Cli, options: ListenOptions): Promise<Target> {
  const to = options["forward-to"];
  if (to === undefined) throw usageFailure("--forward-to is missing", "See: waypost listen --help");
  const url = addressOf(to);
  return { url, secret: await listenSecret(cli, options.secret), skipVerify: options["skip-verify"] };
}

/** `localhost:3000/hook` is meant as http. */
function addressOf(text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw usageFailure(`'${text}' is not an address`, "Write it like http://localhost:3000/hook.");
  }
  return url.href;
}

function sayHowToGoOn({ output }: Cli, following: Following): void {
  const cursor = following.cursor();
  if (cursor !== undefined) output.note(`To continue from here: --after ${cursor}`);
}
