import { Elysia } from "elysia";
import { findContactSettings, updateContactSettings } from "../../db/contacts/settings.ts";
import { audited } from "../auth/audit.ts";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { isCountry } from "../phone-numbers/metadata.ts";
import { clean } from "./fields.ts";
import type { ContactDependencies } from "./find.ts";
import { readOptOut } from "./opt-out.ts";
import { DEFAULT_OPT_OUT } from "./opt-out-words.ts";
import { plainWord } from "./plain-word.ts";
import { refused } from "./refused.ts";

const Words = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 });
const Reply = Nullable(
  Type.String({ minLength: 1, maxLength: 1000, description: "The reply; null sends none" }),
);

const OptOutSchema = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether these words have an effect" }),
    languages: Type.Record(
      Type.String(),
      Type.Object({ stop: Words, start: Words, stopped: Reply, started: Reply }),
      { description: "By language code; the first language that has the word decides" },
    ),
  },
  {
    title: "OptOutSettings",
    examples: [{ enabled: true, languages: { en: DEFAULT_OPT_OUT.languages.en } }],
  },
);

const SettingsSchema = Type.Object(
  {
    default_country: Nullable(
      Type.String({ description: "The country of national phone numbers: ISO 3166-1, two letters" }),
    ),
    opt_out: OptOutSchema,
  },
  { title: "ContactSettings" },
);

const UpdateBody = Type.Object(
  {
    default_country: Type.Optional(Nullable(Type.String({ pattern: "^[A-Z]{2}$", examples: ["DE"] }))),
    // no description of its own: client generators stumble over one beside a nullable reference
    opt_out: Type.Optional(Nullable(OptOutSchema)),
  },
  { minProperties: 1, examples: [{ default_country: "DE" }] },
);

/** `/v1/settings/contacts`: an organisation's settings for its contacts. */
export function contactSettingsRoutes(http: Http, { sql }: Pick<ContactDependencies, "sql">) {
  async function show(organizationId: string) {
    const { default_country, opt_out } = await findContactSettings(sql, organizationId);
    return { default_country, opt_out: readOptOut(opt_out) };
  }

  return new Elysia({ prefix: "/v1/settings/contacts" })
    .use(http)
    .get("", async ({ caller }) => await show(caller.organizationId), {
      permission: "contacts:read",
      detail: documented({
        operation: "getContactSettings",
        summary: "Get contact settings",
        responses: { 200: { description: "The settings", schema: SettingsSchema } },
      }),
    })
    .patch(
      "",
      async ({ caller, body }) => {
        refuseRestrictedKey(caller);
        const changes = checked(body);
        await audited(
          sql,
          caller,
          { action: "settings.updated", target: { type: "settings", id: "contacts" }, changes: body },
          (transaction) => updateContactSettings(transaction, caller.organizationId, changes),
        );
        return await show(caller.organizationId);
      },
      {
        permission: "contacts:write",
        body: UpdateBody,
        detail: documented({
          operation: "updateContactSettings",
          summary: "Change contact settings",
          description:
            "A message that consists of a `stop` word suppresses its sender and denies their consent for `whatsapp`; a `start` word undoes that. A message confirms either.",
          responses: { 200: { description: "The settings", schema: SettingsSchema } },
        }),
      },
    );
}

function checked({ default_country, opt_out }: Static<typeof UpdateBody>) {
  if (default_country && !isCountry(default_country)) throw refused("/default_country", "is not a country");
  if (opt_out) Object.entries(opt_out.languages).forEach(checkLanguage);
  return {
    ...(default_country === undefined ? {} : { default_country }),
    ...(opt_out === undefined ? {} : { opt_out: opt_out === null ? null : JSON.stringify(opt_out) }),
  };
}

function checkLanguage([code, language]: [string, Static<typeof OptOutSchema>["languages"][string]]): void {
  const path = `/opt_out/languages/${code}`;
  if (!/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(code)) throw refused(path, "is not a language code");
  const { stop, start, stopped, started } = language;
  for (const text of [...stop, ...start, stopped ?? "", started ?? ""]) clean(path, text);
  if ([...stop, ...start].some((word) => plainWord(word) === ""))
    throw refused(path, "a word needs a letter or a digit");
}
