import type { Template } from "../../../lib/api/types/templates.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { accountTemplates, keyOf } from "./account.ts";
import type { Filed } from "./compare.ts";

const UNDECIDED = ["pending", "in_appeal"];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Reads the templates of the files, ever less often, until Meta has decided about each or `timeoutMs` is over. */
export async function awaitDecisions(
  cli: Cli,
  filed: readonly Filed[],
  channelId: string,
  timeoutMs: number,
): Promise<Template[]> {
  const wanted = new Set(filed.map(({ template }) => keyOf(template)));
  const deadline = performance.now() + timeoutMs;
  return await cli.spinner("Waiting for Meta's decision", async () => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      const templates = (await accountTemplates(cli, channelId)).filter((one) => wanted.has(keyOf(one)));
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || !templates.some(({ status }) => UNDECIDED.includes(status))) return templates;
      await Bun.sleep(Math.min(pauseMs, leftMs));
    }
  });
}

/** The failure after waiting: null when all are approved, exit 5 when one will not be, 6 when one may be later. */
export function outcomeOf(templates: readonly Template[], timeoutMs: number): Failure | null {
  const others = templates.filter(({ status }) => status !== "approved");
  const refused = others.filter(({ status }) => !UNDECIDED.includes(status));
  if (refused.length > 0)
    return new Failure(ExitCode.failed, `not approved: ${refused.map(described).join("; ")}`, {
      code: "template_not_approved",
      hint: "Mend the files, and push again.",
    });
  return others.length === 0
    ? null
    : new Failure(
        ExitCode.timeout,
        `still in review after ${timeoutMs / 1000} s: ${others.map(described).join("; ")}`,
        {
          code: "wait_timeout",
          hint: "Meta may take a day. Push again later: what was submitted is not submitted twice.",
        },
      );
}

function described({ name, language, status, rejected_reason: reason }: Template): string {
  return `${name} ${language} is ${status}${reason === null ? "" : ` (${reason})`}`;
}
