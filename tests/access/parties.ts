/** Two organisations on one daemon, each with a number at the sandbox. */
import { tokenContext } from "../../daemon/channels/channel.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { caller, type OwnDaemon, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Party } from "./things.ts";

/** A daemon with the test's own organisation and one that is foreign to it. */
export async function startParties(): Promise<{ daemon: OwnDaemon; own: Party; foreign: Party }> {
  const daemon = await startTestDaemon();
  const made = await addOrganization(daemon.sql, daemon.secrets, {
    name: "Foreign",
    email: "eve@example.com",
  });
  const { sql, organizationId, channelId, call } = daemon;
  const foreign = {
    sql,
    organizationId: made.organization_id,
    channelId: await insertNumber(daemon, made.organization_id),
    call: caller(daemon.url, made.api_key),
  };
  return { daemon, own: { sql, organizationId, channelId, call }, foreign };
}

async function insertNumber({ sql, secrets }: TestDaemon, organizationId: string): Promise<string> {
  const id = newId("ch");
  await insertChannel(sql, {
    ...{ organization_id: organizationId, id, name: "Foreign" },
    ...{ platform: "whatsapp_official", status: "connected", phone_number_id: "42", waba_id: "43" },
    access_token: secrets.encrypt("none", tokenContext(id)),
    proven_at: new Date(),
    account_proven_at: new Date(),
    settings: { service_window: "provider" },
  });
  return id;
}
