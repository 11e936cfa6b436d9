import type { KeyAgent, WhenHeld } from "../../db/auth/api-keys.ts";
import type { Names } from "../lib/turns/fair-queue.ts";
import type { Permission } from "./permissions.ts";
import { problem } from "./problem.ts";
import type { Sender } from "./sender.ts";

/** Who is calling, and for which organisation. */
export type Caller = {
  organizationId: string;
  /** The key, or the user that is logged in. */
  actor: { type: "key" | "user"; id: string };
  permissions: readonly string[];
  /** The channels the key is restricted to; null is all. */
  channelIds: readonly string[] | null;
  /** Of an agent's key: what it is limited to. */
  agent: KeyAgent | null;
  /** Of a bot: what becomes of its answers while another holds the conversation; absent or null: it is none. */
  bot?: WhenHeld | null;
  /** Of a login: when its user last proved who they are. */
  provedAt?: Date;
  /** Of a login: whether its user first has to set up a second factor. Until then they may do nothing else. */
  needsFactor?: boolean;
  /** Where the request came from. */
  address: string | null;
  /** The tool that an agent calls the API by. */
  tool?: string | undefined;
  requestId: string;
};

/** The requirement of a route: a permission, all permissions, or any login (`any`). */
export type Needed = Permission | "*" | "any";

/** Where a request came from. */
export type From = Sender & { requestId: string };

/** What a caller asks for, and the requirement of its route. */
export type Asked = { method: string; route: string; needed: Needed };

/** Lets callers in. */
export type Guard = {
  /** The caller of a request; throws 401 without a valid key or login and 403 `missing_permission` without the permission. */
  require(request: Request, permission: Needed, from: From): Promise<Caller>;
  /** Throws 403 for what a caller lacks the permission to do, or an agent's key may not do by any. */
  permit(caller: Caller, asked: Asked): Promise<void>;
};

/** Counts how often somebody asks. */
export type RequestLimits = {
  /** Counts a request of a caller, or so many, and returns the fields with what is left. Throws 429 when nothing is. */
  spend(caller: Pick<Caller, "organizationId" | "actor">, count?: number): Record<string, string>;
  /** Counts a request of somebody unknown. Throws 429 beyond the limit of the address. */
  spendStranger(address: string | null): void;
};

/** By which a caller waits for a turn: its organisation first, within it the key or user. */
export function namesOf({ organizationId, actor }: Pick<Caller, "organizationId" | "actor">): Names {
  return [organizationId, `${actor.type} ${actor.id}`];
}

/** Whether the caller's key is for a channel; one it is not for is refused as if it did not exist. */
export function mayUseChannel(caller: Caller, channelId: string): boolean {
  return caller.channelIds === null || caller.channelIds.includes(channelId);
}

/** Whether the caller sees what was uploaded: keys for some channels see what those that share one of them brought. */
export function mayUseUpload(caller: Caller, upload: { for_channels: readonly string[] | null }): boolean {
  return caller.channelIds === null || (upload.for_channels ?? []).some((id) => mayUseChannel(caller, id));
}

/** How long a proof of who somebody is lasts for what is dangerous. */
const LASTS_MS = 10 * 60_000;

export const STEP_UP_REQUIRED = {
  description:
    "`step_up_required`: the login is older than ten minutes, and this needs a fresh proof of who you are: `POST /v1/auth/step_up`. Keys are not asked",
  code: "step_up_required",
  detail: "confirm that it is you with POST /v1/auth/step_up, then try again",
};

/** Throws 403 `step_up_required` when a user has not proved within ten minutes who they are. A key proves itself. */
export function refuseStaleProof({ actor, provedAt }: Caller): void {
  if (actor.type === "key" || (provedAt !== undefined && Date.now() - provedAt.getTime() < LASTS_MS)) return;
  throw problem(403, STEP_UP_REQUIRED.code, STEP_UP_REQUIRED.detail);
}
