import type { ResponseOf } from "../../api/call.ts";

export type Rules = ResponseOf<"GET /v1/settings/inbox">;
export type Away = NonNullable<Rules["away"]>;

/** An away answer of which what is empty is left out. */
export function awayOf(text: string, template: NonNullable<Away["template"]>): Away {
  return {
    ...(text === "" ? {} : { text }),
    ...(template.name === "" && template.language === "" ? {} : { template }),
  };
}
