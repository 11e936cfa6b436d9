import { Elysia } from "elysia";
import { importFor } from "../../db/broadcasts/audience.ts";
import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findImport } from "../../db/imports/imports.ts";
import { readImportedNumbers } from "../../db/imports/number-check.ts";
import { wantNumberChecks } from "../../db/whatsapp-web/checks.ts";
import { providerOf } from "../channels/platform.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";

type Dependencies = { sql: Sql; reading: Reading; providers: Providers };

const Body = Type.Object(
  { channel_id: Type.String({ maxLength: 64, description: "A paired number, which asks" }) },
  { examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }] },
);

const Count = (description: string) => Type.Integer({ description });

const NumberCheckSchema = Type.Object(
  {
    people: Count("Contacts of the file that have a number"),
    there: Count("Those who are on WhatsApp"),
    absent: Count("Those who were not when they were last asked about"),
    unchecked: Count("Those who were not asked about yet: ask again later"),
    not_there: Type.Array(
      Type.Object({
        contact_id: Type.String(),
        name: Nullable(Type.String()),
        phone_number: Type.String(),
      }),
      { description: "The first hundred who are absent" },
    ),
  },
  {
    title: "ImportNumberCheck",
    examples: [
      {
        ...{ people: 1200, there: 180, absent: 20, unchecked: 1000 },
        not_there: [
          { contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T", name: "Ada", phone_number: "+14155550123" },
        ],
      },
    ],
  },
);

/** `/v1/contacts/imports/{id}/number_check`: who of an imported file is on WhatsApp. */
export function numberCheckRoutes(http: Http, { sql, reading, providers }: Dependencies) {
  /** Throws 404 for a channel that is not the caller's, 422 for one whose platform can't be asked. */
  async function mustFindChannel(caller: Caller, id: string): Promise<ChannelRow> {
    const isTheirs = mayUseChannel(caller, id);
    const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
    if (providerOf(providers, channel).looksUpNumbers) return channel;
    const detail = `${channel.platform} channels can't ask who is on WhatsApp; name a paired number`;
    throw problem(422, "unsupported_on_platform", detail);
  }

  return new Elysia({ prefix: "/v1/contacts" }).use(http).post(
    "/imports/:id/number_check",
    async ({ caller, params: { id }, body }) => {
      const { organizationId } = caller;
      found(await findImport(sql, organizationId, id), "import");
      const channel = await mustFindChannel(caller, body.channel_id);
      if ((await importFor(sql, organizationId, id)) !== "imported")
        throw problem(
          409,
          "wrong_state",
          "only a file that was imported within the last seven days can be checked",
        );
      const numbers = await reading
        .of(caller)
        .read(() => readImportedNumbers(sql, organizationId, id, channel.id));
      const { unsure, ...shown } = numbers;
      if (unsure.length > 0) await wantNumberChecks(sql, organizationId, channel.id, unsure);
      return shown;
    },
    {
      permission: "contacts:write",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: Body,
      detail: documented({
        operation: "checkImportedNumbers",
        summary: "Check who of an import is on WhatsApp",
        description:
          "Has a paired number ask about the contacts of a file that was imported within the last seven days, and says what it knows so far. It asks slowly, within its `number_checks_per_day`: repeat the request to know more. An answer is kept for 30 days; that a number is not there is asked again when it was an hour ago.",
        keepsNothing: true,
        wording: {
          409: {
            description: "The file is not imported, or that was too long ago",
            code: "wrong_state",
            detail: "only a file that was imported within the last seven days can be checked",
          },
          422: {
            description: "Not acceptable; the platform of official numbers can't be asked",
            code: "unsupported_on_platform",
            detail: "whatsapp_official channels can't ask who is on WhatsApp; name a paired number",
          },
        },
        responses: { 200: { description: "What is known so far", schema: NumberCheckSchema } },
      }),
    },
  );
}
