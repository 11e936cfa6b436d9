import type { RequestOf, Route } from "../../../daemon/start/types/routes.ts";
import type { Cli } from "../command/cli.ts";
import { agree } from "../input/agree.ts";
import { submit } from "./submit.ts";

export type Removal = {
  /** The question to confirm, unless `yes`. */
  question: string;
  yes: boolean;
  /** The note once it is done. */
  done?: string;
};

/** Asks for confirmation, then removes something through the API. With --dry-run it prints the request instead. */
export async function remove<Name extends Route>(
  cli: Cli,
  route: Name,
  request: RequestOf<Name> & Removal,
): Promise<void> {
  const { yes, question, done } = request;
  await agree(cli, yes, question);
  const removed = await submit(cli, route, request);
  if (removed !== undefined && done !== undefined) cli.output.note(done);
}
