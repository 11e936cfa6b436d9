import { type TObject, type TProperties, Type } from "../lib/typebox.ts";

/** One kind of event: when it fires, and its body, which is flat and may grow more fields. */
export type EventKind = { description: string; body: TObject; example: Record<string, unknown> };

/** An entry of the catalogue. */
export function event(description: string, body: TProperties, example: Record<string, unknown>): EventKind {
  return { description, body: Type.Object(body, { additionalProperties: true }), example };
}

/** An identifier, said whose. */
export const Id = (description: string) => Type.String({ description });

/** ISO 8601, UTC, with milliseconds. */
export const Time = Type.String({ format: "date-time" });

/** A whole number that counts something. */
export const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** What nearly every body ends with. */
export const ORGANIZATION = { organization_id: Id("The organisation") };

/** The identifiers that the examples share. */
export const EXAMPLE_IDS = {
  message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
  organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
};
