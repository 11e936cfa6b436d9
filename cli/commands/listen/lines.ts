import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { clockTime, TYPE_WIDTH } from "../events/print.ts";
import { type Attempt, isTaken } from "./forward.ts";
import type { Screen, ScreenOptions } from "./screen.ts";

/** Prints forwarding in lines: the secret, then each event with its response. */
export async function openLines({ output }: Cli, { target }: ScreenOptions): Promise<Screen> {
  const { url, secret } = target;
  await output.line({ forward_to: url, secret }, `secret\t${secret}`);
  const never = new Promise<void>(() => {});
  return {
    connected: () => output.note(`Forwarding to ${url}.`),
    lost: (reason) => output.note(`Reconnecting: ${reason}.`),
    received: () => {},
    started: () => {},
    async forwarded(event, attempt) {
      const { status, error, durationMs } = attempt;
      const { id, type } = event;
      const text =
        output.format === "terminal" ? pretty(output.dataStyle, event, attempt) : plain(event, attempt);
      await output.line({ id, type, status, error, duration_ms: durationMs }, text);
    },
    ended: never,
    close: () => {},
  };
}

function plain({ id, type }: LoggedEvent, { status, error, durationMs }: Attempt): string {
  return [id, type, status ?? error, durationMs].join("\t");
}

function pretty(style: Cli["output"]["style"], event: LoggedEvent, attempt: Attempt): string {
  const { status, error, durationMs } = attempt;
  const outcome = String(status ?? error);
  const shown = isTaken(attempt) ? style.green(outcome) : style.red(outcome);
  const time = style.dim(clockTime(event.created_at));
  return `${time}  ${event.type.padEnd(TYPE_WIDTH)}  ${shown}  ${style.dim(`${durationMs} ms  ${event.id}`)}`;
}
