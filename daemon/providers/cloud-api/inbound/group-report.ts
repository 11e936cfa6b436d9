import { isObject, objects } from "../../../lib/objects.ts";
import type { GroupReport } from "../../groups.ts";
import type { GroupReported } from "../../inbound.ts";
import { graphError } from "./status.ts";
import { type Json, text } from "./values.ts";

type Failure = GroupReport["failures"][number];

/** How a change ended that we asked for: Meta answers the call with a request's id, and reports the rest under it. */
export function readGroupReport(given: Json, group: string | null): GroupReported[] {
  const requestId = text(given.request_id);
  if (requestId === null || requestId === "") return [];
  const failed = objects(given.failed_participants).flatMap((one) =>
    failuresIn(one, text(one.input) ?? text(one.wa_id)),
  );
  const settings = [given.group_subject, given.group_description, given.profile_picture];
  const unchanged = settings.filter(isObject).flatMap((one) => failuresIn(one, null));
  // where it says of whom it failed, the error of the whole says no more
  const whole = failed.length > 0 ? [] : failuresIn(given, null);
  return [{ kind: "group_report", requestId, group, failures: [...failed, ...unchanged, ...whole] }];
}

function failuresIn({ errors }: Json, asked: string | null): Failure[] {
  const [error] = objects(errors);
  if (error === undefined) return [];
  // webhooks of groups have codes as text
  const { code, title, message, error_data } = graphError({ ...error, code: Number(error.code) });
  return [{ asked, code, text: error_data?.details ?? message ?? title ?? "no reason given" }];
}
