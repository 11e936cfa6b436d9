import { type ApiDocument, resolved, type Schema } from "../../../api/schemas.ts";
import type { Option } from "../../../parts/fields/select.tsx";
import { TYPE_NAMES } from "../../../parts/phone/type-names.ts";

/** What a message of a type is made of. */
export type SendSchema = {
  content: Schema;
  /** The members of its content that few need. */
  rare: Schema;
  options: Schema;
};

const RARE = ["reply_to", "mentions"];

const TIMES = ["scheduled_at", "expires_at"];
const OPTIONS = [...TIMES, "ttl_seconds", "priority", "messaging_account_id", "metadata"];

/** Every type of message that the API sends, by the schemas of its document. */
export function sendSchemas(document: ApiDocument): ReadonlyMap<string, SendSchema> {
  const found = Object.values(document.components.schemas).flatMap(
    ({ properties }): [string, SendSchema][] => {
      const { type, content, channel_id } = properties ?? {};
      if (typeof type?.const !== "string" || content === undefined || channel_id === undefined) return [];
      const whole = resolved(document, content);
      const isRare = (name: string) => RARE.includes(name);
      const parts = { content: only(whole, (name) => !isRare(name)), rare: only(whole, isRare) };
      return [[type.const, { ...parts, options: optionsOf(properties ?? {}) }]];
    },
  );
  const order = Object.keys(TYPE_NAMES);
  return new Map(found.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
}

/** A schema with some of an object's members. */
function only({ properties = {}, ...schema }: Schema, isWanted: (name: string) => boolean): Schema {
  const wanted = Object.entries(properties).filter(([name]) => isWanted(name));
  // a file is chosen more often than an address is known
  wanted.sort(([one], [other]) => Number(other === "media_id") - Number(one === "media_id"));
  return { ...schema, properties: Object.fromEntries(wanted) };
}

function optionsOf(properties: Readonly<Record<string, Schema>>): Schema {
  const chosen = OPTIONS.flatMap((name) => {
    const schema = properties[name];
    if (schema === undefined) return [];
    return [[name, TIMES.includes(name) ? { ...schema, format: "date-time" } : schema] as const];
  });
  return { type: "object", properties: Object.fromEntries(chosen) };
}

export function typeOptions(schemas: ReadonlyMap<string, SendSchema>): readonly Option[] {
  return [...schemas.keys()].map((type) => ({ value: type, label: TYPE_NAMES[type] ?? type }));
}

/** A content of a type that the document shows; undefined without one. */
export function exampleOf({ paths }: ApiDocument, type: string): unknown {
  const body = paths["/v1/messages"]?.post?.requestBody?.content["application/json"];
  const example = body?.examples?.[type]?.value;
  return typeof example === "object" && example !== null && "content" in example
    ? example.content
    : undefined;
}
