import { combineCells } from "./cells.ts";
import type { Target } from "./fields.ts";
import type { ContactFields } from "./row.ts";

/** The fields that every contact of a file gets, in the file's own terms. */
export type Constants = readonly { target: Target; text: string }[];

/** A record's fields with those that are the same for all: what the record says comes first, and tags are added up. */
export function withConstants(fields: ContactFields, constants: Constants): ContactFields {
  if (constants.length === 0) return fields;
  const all = combineCells(constants.map((one) => ({ ...one, header: one.target, rank: 0 })));
  return {
    ...all,
    ...fields,
    ...(all.tags && fields.tags ? { tags: [...new Set([...fields.tags, ...all.tags])] } : {}),
    ...(all.custom_fields && fields.custom_fields
      ? { custom_fields: { ...all.custom_fields, ...fields.custom_fields } }
      : {}),
  };
}
