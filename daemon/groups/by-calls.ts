import type { ChannelRow } from "../../db/channels/channels.ts";
import { transact } from "../../db/connection/client.ts";
import { type Asking, awaitAnswer } from "../channels/asking/ask.ts";
import { reportName } from "../channels/asking/report-name.ts";
import { tokenContext } from "../channels/channel.ts";
import type { ProviderChannel } from "../providers/channel.ts";
import type {
  ChannelGroup,
  GroupAnswer,
  GroupCalls,
  GroupRefusal,
  GroupReport,
  GroupRequest,
} from "../providers/groups.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { GroupRecording } from "./recording.ts";
import { DONE } from "./shown.ts";

/** A request, and what records how it ended. */
type Asked = { request: GroupRequest; record: GroupRecording };

const NO_REPORT: GroupRefusal = { reason: "no_response", code: null, text: "no report came" };

/** Changes or reads groups by calls, and waits for the platform's report where a call only begins the change. */
export async function askByCalls(
  asking: Asking & { secrets: Secrets },
  channel: ChannelRow,
  calls: GroupCalls,
  asked: Asked,
): Promise<GroupAnswer> {
  const named = namedFor(asking.secrets, channel);
  const begun = await calls.ask(named, asked.request);
  let group = "group" in asked.request ? asked.request.group : null;
  let answer: GroupAnswer;
  if ("reportedAs" in begun) {
    const report = await reportOf(asking, channel, begun.reportedAs, asked);
    group ??= report?.group ?? null;
    answer = report === null ? { refusal: NO_REPORT } : answerOf(asked.request, report);
  } else {
    await transact(asking.sql, (sql) => asked.record(sql, begun));
    answer = begun;
  }
  return "refusal" in answer ? answer : await shown(calls, named, asked.request.kind, { group, answer });
}

/** After a change of a whole group, the group as it is now. */
async function shown(
  calls: GroupCalls,
  named: ProviderChannel,
  kind: GroupRequest["kind"],
  { group, answer }: { group: string | null; answer: GroupAnswer },
): Promise<GroupAnswer> {
  if (kind !== "create" && kind !== "update") return answer;
  if (group === null) return { refusal: NO_REPORT };
  const read = await calls.ask(named, { kind: "get", group });
  if ("reportedAs" in read) return { refusal: NO_REPORT };
  if ("refusal" in read || kind === "update") return read;
  return { result: { group: read.result as ChannelGroup, outcomes: [] } };
}

async function reportOf(
  asking: Asking,
  { organization_id, id: channelId }: ChannelRow,
  reportedAs: string,
  { request, record }: Asked,
): Promise<GroupReport | null> {
  const key = { organization_id, id: reportName(channelId, reportedAs) };
  const report = await awaitAnswer<GroupReport>(
    asking,
    key,
    async () => {},
    (sql, came) => record(sql, answerOf(request, came)),
  );
  if (report === null) await transact(asking.sql, (sql) => record(sql, null));
  return report;
}

/** A report as the answer to its request. */
function answerOf(request: GroupRequest, { failures }: GroupReport): GroupAnswer {
  const whole = failures.find(({ asked }) => asked === null);
  if (whole !== undefined) return { refusal: { reason: "refused", code: whole.code, text: whole.text } };
  if (request.kind !== "participants") return { result: null };
  const codes = new Map(failures.map(({ asked, code }) => [plain(asked ?? ""), code]));
  return { result: request.participants.map((asked) => ({ asked, code: codes.get(plain(asked)) ?? DONE })) };
}

/** Numbers come back with or without their sign. */
function plain(person: string): string {
  return person.replace(/^\+/, "");
}

function namedFor(secrets: Secrets, channel: ChannelRow): ProviderChannel {
  const token = channel.access_token;
  return {
    organizationId: channel.organization_id,
    id: channel.id,
    phoneNumberId: channel.phone_number_id,
    accessToken: token === null ? null : secrets.decrypt(token, tokenContext(channel.id)),
  };
}
