import { problem } from "../../http/problem.ts";
import { defined, type Json, maybeText, parts, text } from "../shared/given.ts";
import type { Asked } from "./sends.ts";

/** Buttons to answer by, or one that opens a page. Throws 422 for those that no platform of ours has. */
export function buttonsOf(body: Json, picture: Json | null): Asked {
  const buttons = parts(body, "buttons");
  const title = maybeText(body, "title");
  const words = maybeText(body, "description");
  const heading = words === undefined || title === undefined ? undefined : { type: "text", text: title };
  const around = {
    header: picture === null ? heading : { type: "image", ...picture },
    body:
      picture !== null && words !== undefined && title !== undefined
        ? `${title}\n\n${words}`
        : (words ?? title),
    footer: maybeText(body, "footer"),
  };
  const kinds = new Set(buttons.map(({ type }) => type ?? "reply"));
  const [only] = buttons;
  if (kinds.size === 1 && kinds.has("url") && buttons.length === 1 && only !== undefined)
    return {
      type: "cta_url",
      content: defined({ ...around, button_text: text(only, "displayText"), url: text(only, "url") }),
    };
  if ([...kinds].some((kind) => kind !== "reply")) throw noSuchButtons();
  return { type: "buttons", content: defined({ ...around, buttons: buttons.map(replyOf) }) };
}

function replyOf(button: Json): Json {
  const title = maybeText(button, "displayText") ?? text(button, "title");
  return { id: maybeText(button, "id") ?? title, title };
}

function noSuchButtons() {
  const detail =
    "buttons: send buttons of the type reply, or a single one of the type url; for copy and call use an approved template (POST /v1/messages with type template), pix has no counterpart";
  return problem(422, "unsupported_buttons", detail);
}
