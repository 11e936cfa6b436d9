import { takeDeviceQuestion } from "../../db/auth/device-logins.ts";
import { type Consent, insertCode } from "../../db/auth/oauth-tokens.ts";
import type { Sql } from "../../db/connection/client.ts";
import { type AgentDependencies, refuseUnfitAgent } from "../auth/agents/rules.ts";
import { refuseMorePermissions, refuseUnknownChannels } from "../auth/key-rules.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import { noSuchCode } from "../device-login/answer.ts";
import { hashCode, LIFE_SECONDS } from "../device-login/codes.ts";
import type { Caller } from "../http/caller.ts";
import { beginningOf } from "../lib/characters.ts";
import type { Static } from "../lib/typebox.ts";
import type { Asked } from "./request.ts";
import type { AnswerBody } from "./schemas.ts";

export type AllowDependencies = AgentDependencies & { sql: Sql; tokenPepper: Uint8Array };
type Approval = Extract<Static<typeof AnswerBody>, { answer: "approve" }>;

/** For so long, a program can fetch its key that its user's browser leads back to. */
const CODE_SECONDS = 60;

/**
 * Lets the program fetch a key. Returns the code for that, or null if it has one already. Throws 403 and 422 for what the
 * caller may not give to an agent, and 404 for a device code that was answered before.
 */
export async function allow(
  dependencies: AllowDependencies,
  caller: Caller,
  { client, by }: Asked,
  { permissions, channel_ids, agent }: Approval,
): Promise<string | null> {
  const { sql, tokenPepper } = dependencies;
  refuseMorePermissions(caller, permissions);
  await refuseUnknownChannels(sql, caller, channel_ids ?? []);
  await refuseUnfitAgent(dependencies, caller, agent, permissions);
  const token = { organization_id: caller.organizationId, client_id: client.id };
  const consent = {
    ...{ allowed_by: caller.actor, name: nameOf(client, by), permissions, agent },
    channel_ids: channel_ids ?? caller.channelIds?.slice() ?? null,
  };
  if ("userCode" in by) {
    const asked = hashCode(by.userCode, tokenPepper);
    await allowByDevice(sql, asked, token, { ...consent, redirect_uri: null, challenge: null });
    return null;
  }
  const code = newToken("code");
  const stored = { ...token, token_hash: hashToken(code, tokenPepper), seconds: CODE_SECONDS };
  await insertCode(sql, stored, { ...consent, redirect_uri: by.redirectUri, challenge: by.challenge });
  return code;
}

/** The question becomes a code that the program has already. */
async function allowByDevice(
  sql: Sql,
  userCodeHash: Uint8Array,
  token: { organization_id: string; client_id: string },
  consent: Consent,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const hash = await takeDeviceQuestion(transaction, userCodeHash);
    if (hash === null) throw noSuchCode();
    await insertCode(transaction, { ...token, token_hash: hash, seconds: LIFE_SECONDS }, consent);
  });
}

/** A key's name has where the program is from, which its own name may not say. */
function nameOf({ name, host }: Asked["client"], by: Asked["by"]): string {
  const from = "redirectUri" in by ? new URL(by.redirectUri).hostname : by.address;
  return beginningOf(`${name} (${host ?? from ?? "unknown"})`, 128);
}
