import {
  findChannelByPhoneNumberId,
  findOwnChannelByPhoneNumberId,
  insertChannel,
} from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { firstOrganization } from "../../db/organizations/organizations.ts";
import { planAccountRead } from "../../db/templates/syncs.ts";
import { tokenContext } from "../channels/channel.ts";
import type { Config } from "../config/settings.ts";
import { newId } from "../lib/ids.ts";
import type { Initialized } from "../organizations/create.ts";
import { CLOUD_API } from "../providers/cloud-api/platform.ts";
import { SANDBOX_DEFAULTS } from "../sandbox/graph/defaults.ts";
import { prepareToShow } from "../secrets/show-once.ts";
import { addProfile } from "./cli-profile.ts";
import type { Database } from "./database.ts";
import { initialize } from "./init.ts";
import { loginUrl } from "./login-url.ts";

/**
 * At the first start, makes the organisation, shows its secrets and sets the CLI up for it; with a sandbox, makes the
 * channel of its number at any start that finds none. `url` is the daemon's. In a container, where no `waypost` opens a
 * browser, the log gets a link to the page: nobody can use it after a minute, or twice.
 */
export async function welcome(
  environment: Record<string, string | undefined>,
  {
    home,
    cell,
    url,
    database,
    withSandbox,
    page,
    inContainer,
  }: Pick<Config, "home" | "cell" | "page" | "inContainer"> & {
    url: string;
    database: Database;
    withSandbox: boolean;
  },
): Promise<void> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const isFirst = (await firstOrganization(sql)) === null;
    const show = isFirst ? await prepareToShow(process.stderr, home) : null;
    const made = await initialize(sql, database.secrets, { cell });
    if (withSandbox) await ensureSandboxChannel(sql, database);
    if (made === null) return;
    const { api_key, organization_id } = made;
    await show?.("first-start", greeting(made, page === "on" ? url : null));
    process.stderr.write(`${await addProfile(environment, { url, api_key, organization_id })}\n`);
    if (!inContainer || page === "off") return;
    const link = await loginUrl({ url, database }, organization_id);
    process.stderr.write(
      `Open it in a browser on this machine, once and within a minute:\n\n  ${link}\n\nA new link: waypost open, run in the container.\n`,
    );
  } finally {
    await sql.end();
  }
}

/** The channel of the sandbox's number, so that there is something to send from. */
async function ensureSandboxChannel(sql: Sql, database: Database): Promise<void> {
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const organization = await firstOrganization(sql);
  if (organization === null || (await findChannelByPhoneNumberId(sql, phoneNumber.id)) !== null) return;
  if ((await findOwnChannelByPhoneNumberId(sql, organization.organization_id, phoneNumber.id)) !== null)
    return;
  const id = newId("ch");
  await insertChannel(sql, {
    organization_id: organization.organization_id,
    id,
    platform: CLOUD_API.name,
    sandbox: true,
    status: "connected",
    name: "Sandbox",
    phone_number: `+${phoneNumber.displayPhoneNumber.replace(/\D/g, "")}`,
    phone_number_id: phoneNumber.id,
    waba_id: phoneNumber.wabaId,
    access_token: database.secrets.encrypt(accessToken, tokenContext(id)),
    // so that a first text to any number goes: the sandbox's people have written to nobody yet
    settings: { service_window: "provider" },
    last_seen_at: new Date(),
    proven_at: new Date(),
    account_proven_at: new Date(),
  });
  // its limits and templates are read as soon as there is time
  await planCheck(sql, organization.organization_id, id, 0);
  await planAccountRead(sql, { organizationId: organization.organization_id, wabaId: phoneNumber.wabaId });
}

function greeting(made: Initialized, page: string | null): string {
  return [
    "",
    "Welcome. These are shown only this once:",
    `  user      ${made.user.email}`,
    `  password  ${made.user.password}`,
    `  API key   ${made.api_key}`,
    ...(page === null ? [] : [`  page      ${page}`]),
    "",
    "",
  ].join("\n");
}
