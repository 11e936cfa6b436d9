import type { Content } from "./content.ts";
import type { Draft } from "./draft.ts";
import {
  ASKS_FOR_NUMBER,
  bold,
  choiceLine,
  headerFile,
  headerText,
  italic,
  numbered,
  renderedDraft,
} from "./rendering.ts";

export function buttons(content: Content<"buttons">): Draft {
  const choices = numbered(content.buttons);
  return renderedDraft({
    blocks: [
      headerText(content.header),
      content.body,
      choices.map(choiceLine).join("\n"),
      italic(content.footer),
      italic("Reply with the number of your choice."),
    ],
    file: headerFile(content.header),
    quote: content.reply_to,
    choices,
  });
}

export function list(content: Content<"list">): Draft {
  const choices = numbered(content.sections.flatMap(({ rows }) => rows));
  const lines = choices.map(choiceLine);
  const sections = content.sections.map(({ title, rows }) =>
    [bold(title), ...lines.splice(0, rows.length)].filter((line) => line !== undefined).join("\n"),
  );
  return renderedDraft({
    blocks: [
      headerText(content.header),
      content.body,
      ...sections,
      italic(content.footer),
      italic(`${content.button_text}: reply with a number.`),
    ],
    quote: content.reply_to,
    reply: "list_reply",
    choices,
  });
}

export function ctaUrl(content: Content<"cta_url">): Draft {
  return renderedDraft({
    blocks: [
      headerText(content.header),
      content.body,
      `${content.button_text}: ${content.url}`,
      italic(content.footer),
    ],
    file: headerFile(content.header),
    quote: content.reply_to,
  });
}

export function locationRequest(content: Content<"location_request">): Draft {
  return renderedDraft({
    blocks: [content.body, "📍 Tap the attachment icon and choose Location to share where you are."],
    quote: content.reply_to,
  });
}

export function requestContactInfo(content: Content<"request_contact_info">): Draft {
  return renderedDraft({
    blocks: [content.body, ASKS_FOR_NUMBER],
    quote: content.reply_to,
  });
}

export function address(content: Content<"address">): Draft {
  return renderedDraft({
    blocks: [
      headerText(content.header),
      content.body,
      askedParts(content).join("\n"),
      italic(content.footer),
    ],
    quote: content.reply_to,
  });
}

/** The labels of the form's fields. */
const LABELS = {
  name: "Name",
  phone_number: "Phone",
  house_number: "House number",
  floor_number: "Floor",
  tower_number: "Tower",
  building_name: "Building",
  address: "Address",
  landmark_area: "Landmark or area",
  in_pin_code: "PIN code",
  city: "City",
  state: "State",
} as const;

/** One line a field: what is known of it, and what was wrong with it. */
function askedParts({ values = {}, validation_errors: wrong = {} }: Content<"address">): string[] {
  return Object.entries(LABELS).map(([field, label]) => {
    const name = field as keyof typeof LABELS;
    const complaint = wrong[name] === undefined ? "" : ` (${wrong[name]})`;
    return `${label}: ${values[name] ?? ""}${complaint}`.trimEnd();
  });
}
