import { problem } from "../../http/problem.ts";

/** The channel is no number of the Business app. */
export function hasNoLabels() {
  return problem(
    422,
    "no_labels",
    "only paired numbers of the WhatsApp Business app have labels; tag conversations with POST /v1/conversations/{id}/tags instead",
  );
}

export function labelExists(name: string) {
  return problem(409, "label_exists", `there is a label ${name} already; choose another name`);
}

export function tooManyLabels(most: number) {
  return problem(
    422,
    "too_many_labels",
    `WhatsApp takes ${most} labels at most; delete one that nobody needs first`,
  );
}
