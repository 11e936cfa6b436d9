import { MOST_COUNTED, MOST_LISTED } from "../../db/contacts/tags-in-use.ts";
import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import { Type } from "../lib/typebox.ts";

const TagInUseSchema = Type.Object(
  {
    name: Type.String(),
    count: Type.Integer({ description: `How many have it, up to ${MOST_COUNTED.toLocaleString("en")}` }),
  },
  { title: "TagInUse", examples: [{ name: "wholesale", count: 12 }] },
);

/** What a list of tags in use says of itself. */
export function documentedTags(operation: string, whose: string) {
  return documented({
    operation,
    summary: `List the tags of ${whose}`,
    responses: {
      200: {
        description: `Those in use, by name: the first ${MOST_LISTED}, in one page`,
        schema: listOf(TagInUseSchema),
      },
    },
  });
}
