import type { GroupRefusal, PairedGroupRequest } from "../../groups.ts";
import { describeGroup } from "./describe.ts";
import type { Through } from "./through.ts";

/** WhatsApp's codes for what is not there: no such group or link, and a link that was revoked. */
const GONE = [404, 406, 410];
/** Not allowed: not in the group, or no admin of it. */
const FORBIDDEN = [401, 403];

/** Why WhatsApp refused a request. */
export async function refusalOf(
  through: Through,
  request: PairedGroupRequest,
  cause: unknown,
): Promise<GroupRefusal> {
  const code = codeOf(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  if (code === null) return { reason: "no_response", code, text };
  if (GONE.includes(code)) return { reason: "not_found", code, text };
  if (!FORBIDDEN.includes(code)) return { reason: "refused", code, text };
  return { reason: await whatIsMissing(through, request), code, text };
}

/** WhatsApp has one code for who is not in a group and for who is no admin of it. */
async function whatIsMissing(
  { library, socket, own }: Through,
  request: PairedGroupRequest,
): Promise<GroupRefusal["reason"]> {
  if (!("group" in request)) return "refused";
  if (request.kind === "get") return "not_found";
  const group = await socket.groupMetadata(request.group).catch(() => null);
  if (group === null) return "not_found";
  return describeGroup(library, group, own).role === "member" ? "not_admin" : "refused";
}

/** The code of an error that WhatsApp answered with; null when it did not answer. */
export function codeOf(cause: unknown): number | null {
  if (typeof cause !== "object" || cause === null) return null;
  const data: unknown = Reflect.get(cause, "data");
  if (typeof data === "number" && Number.isFinite(data)) return data;
  const node: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "attrs") : null;
  const code = typeof node === "object" && node !== null ? Number(Reflect.get(node, "code")) : Number.NaN;
  return Number.isFinite(code) ? code : null;
}
