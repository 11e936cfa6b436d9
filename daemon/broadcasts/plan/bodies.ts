import { FILTERS } from "../../contacts/list.ts";
import { PrioritySchema } from "../../lib/priority.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import { FileSchema } from "../file/schema.ts";
import { ParametersSchema } from "./parameter.ts";

const Id = Type.String({ maxLength: 64 });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Tags = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 20 }),
);
const Clock = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$" });
const Percent = (description: string) =>
  Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100, description }));
const Day = Type.Union(
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => Type.Literal(day)),
  { title: "Weekday" },
);

export const TemplateSchema = Type.Object({
  name: Type.String({ pattern: "^[a-z0-9_]{1,512}$" }),
  language: Type.String({ pattern: "^[a-z]{2,3}(_[A-Za-z]{2,4})?$", description: "Such as en_US" }),
  parameters: Type.Optional(ParametersSchema),
});

const { q, tag, phone: _phone, email: _email, ...others } = FILTERS;

const AUDIENCE = {
  list_id: Type.Optional(Id),
  tags: Type.Optional(
    Type.Object({ any: Tags, all: Tags, none: Tags }, { description: "Contacts by their tags" }),
  ),
  filter: Type.Optional(
    Type.Object(
      { q, tag, external_source: others.external_source, updated_after: others.updated_after },
      { description: "As the list of contacts is filtered; empty: all contacts" },
    ),
  ),
  contact_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })),
  import_id: Type.Optional(
    Type.String({ maxLength: 64, description: "The contacts of a file that was imported within a week" }),
  ),
};

const EXACTLY_ONE = { description: "Exactly one of these" };

/** Whom a broadcast is for, as it is kept. */
export const AudienceSchema = Type.Object(AUDIENCE, EXACTLY_ONE);

/** The same as it is given. */
const GivenAudienceSchema = Type.Object({ ...AUDIENCE, file: Type.Optional(FileSchema) }, EXACTLY_ONE);

export const WindowSchema = Type.Object(
  {
    from: Clock,
    to: Clock,
    days: Type.Optional(Type.Array(Day, { minItems: 1, maxItems: 7, uniqueItems: true })),
    zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          "`recipient` (the default): the contact's custom field `timezone`, or else the zone of their number's country. Or the same for all, such as `Europe/Berlin`",
      }),
    ),
  },
  {
    description:
      "The hours in which messages are sent; where `to` is before `from`, they pass midnight, and belong to the day on which they begin",
  },
);

export const StopSchema = Type.Object({
  failed_percent: Percent("Stop when so many of the last messages failed"),
  marketing_refused_percent: Percent("Stop when WhatsApp refused so many of the last as too much marketing"),
  of_last: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 10_000, description: "How many are the last; 100 by default" }),
  ),
  quality: Type.Optional(
    Type.Union([Type.Literal("YELLOW"), Type.Literal("RED")], {
      description: "Stop when the quality of a number is this, or worse",
    }),
  ),
});

export const LimitSchema = Type.Object({
  people: Type.Optional(Type.Integer({ minimum: 1 })),
  cost: Type.Optional(
    Type.Object(
      { amount: Type.Number({ minimum: 0 }), currency: Type.String({ pattern: "^[A-Z]{3}$" }) },
      { description: "By the operator's rate card" },
    ),
  ),
});

const CHANNELS = {
  channel_id: Type.Optional(Id),
  channel_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: "In place of `channel_id`: several numbers of one portfolio, which share the people",
    }),
  ),
};

/** Those that may be null are then not set, as a draft shows them. */
const MORE = {
  starts_at: Type.Optional(
    Nullable(
      Type.String({ format: "date-time", description: "When it starts by itself, once it was started" }),
    ),
  ),
  window: Type.Optional(Nullable(WindowSchema)),
  rate_per_second: Type.Optional(Nullable(Type.Number({ minimum: 0.01, maximum: 1000 }))),
  priority: Type.Optional(PrioritySchema),
  stop: Type.Optional(Nullable(StopSchema)),
  limit: Type.Optional(Nullable(LimitSchema)),
  require_consent: Type.Optional(
    Type.Boolean({ description: "Leave out those who have not granted their consent for WhatsApp" }),
  ),
};

const EXAMPLE = {
  name: "Spring menu",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  template: {
    name: "hello_world",
    language: "en_US",
  },
  audience: { list_id: "lst_01JDB2M5S8V0ZC3K7Q2M4N6P90" },
  window: { from: "09:00", to: "18:00", days: ["mon", "tue", "wed", "thu", "fri"] },
  rate_per_second: 20,
  stop: { failed_percent: 20, of_last: 100, quality: "RED" },
};

export const CreateBody = Type.Object(
  { name: Name, ...CHANNELS, template: TemplateSchema, audience: GivenAudienceSchema, ...MORE },
  { title: "CreateBroadcast", examples: [EXAMPLE] },
);

export const UpdateBody = Type.Partial(CreateBody, {
  title: "UpdateBroadcast",
  examples: [{ name: "Summer menu" }],
});

export type CreateBody = Static<typeof CreateBody>;
export type UpdateBody = Static<typeof UpdateBody>;
