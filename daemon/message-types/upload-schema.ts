import { isObject } from "../lib/objects.ts";
import { MediaUrl } from "./fields.ts";

const MEDIA_ID = {
  type: "string",
  maxLength: 64,
  description: "In place of the address: the id of an uploaded file (`POST /v1/media`)",
};

/** A content's schema as clients see it: wherever the address of a file may stand, the id of an uploaded one may. */
export function withMediaIds<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) => (isObject(value) ? opened(value) : value));
}

function opened(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const field = ["media_url", "link"].find((name) => isAddress(properties[name]));
  if (field === undefined) return schema;
  return {
    ...schema,
    properties: { ...properties, media_id: MEDIA_ID },
    required: Array.isArray(required) ? required.filter((name) => name !== field) : [],
  };
}

function isAddress(schema: unknown): boolean {
  return isObject(schema) && schema.description === MediaUrl.description;
}
