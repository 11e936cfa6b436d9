import { change } from "../../../lib/actions/change.ts";
import type { StatusPost } from "../../../lib/api/types/channels.ts";
import { command } from "../../../lib/command/command.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import type { Column } from "../../../lib/output/column.ts";
import { given } from "../../../lib/values/given.ts";
import { pairedChannel } from "../arguments.ts";

const columns: Column<StatusPost>[] = [
  { title: "id", value: ({ id }) => id },
  { title: "recipients", value: ({ recipients }) => recipients },
  { title: "expires", value: ({ expires_at }) => expires_at },
];

export const postStatus = command({
  path: "channels status post",
  summary: "Post a status, which people see for 24 hours",
  description:
    "Post a status of a paired number: a text, a picture or a video. It goes to people who wrote to the number within the last 30 days, or to those you name who ever wrote to it; 256 at most. Upload files first: waypost media upload.",
  output: "The status's id, how many people it went to, and when it ends.",
  arguments: pairedChannel,
  options: {
    text: { value: "text", description: "What it says; 700 characters at most" },
    "background-color": { value: "color", description: "Behind a text, such as #075E54" },
    image: { value: "id", description: "An uploaded picture, or its address on the internet" },
    video: { value: "id", description: "An uploaded video, or its address on the internet" },
    caption: { value: "text", description: "Words below a picture or a video" },
    tag: { value: "name", description: "Only to contacts with this tag" },
    contact: {
      value: "id",
      of: "contacts",
      repeat: true,
      description: "Only to this contact; may be repeated",
    },
  },
  writes: true,
  examples: [
    {
      description: "A text",
      command:
        "waypost channels status post ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --text 'Fresh bread from seven' --background-color '#075E54'",
    },
    {
      description: "A picture, to regulars",
      command:
        "waypost channels status post ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --image med_01J8Z3W6YB2Q4V5N7M8P9R0S1T --tag regulars",
    },
  ],
  run: ({ cli, arguments: path, options }) => {
    const { tag, contact, "background-color": background_color } = options;
    const to = tag === undefined && contact.length === 0 ? undefined : audienceOf(tag, contact);
    const body = { ...contentOf(options), ...given({ background_color, to }) };
    return change(cli, "POST /v1/channels/{id}/status", { path, body }, columns);
  },
});

type Shown = Partial<Record<"text" | "image" | "video" | "caption", string | undefined>>;

function contentOf({ text, image, video, caption }: Shown) {
  const shown = [text, image, video].filter((one) => one !== undefined);
  if (shown.length !== 1) throw usageFailure("give one of --text, --image and --video");
  if (text !== undefined && caption !== undefined)
    throw usageFailure("a text has no caption", "Give --caption with --image or --video.");
  if (text !== undefined) return { type: "text" as const, content: { body: text } };
  const type = image === undefined ? ("video" as const) : ("image" as const);
  return { type, content: { ...fileOf(image ?? video ?? ""), ...given({ caption }) } };
}

function fileOf(named: string) {
  return /^https?:/.test(named) ? { media_url: named } : { media_id: named };
}

function audienceOf(tag: string | undefined, contacts: readonly string[]) {
  if (tag !== undefined && contacts.length > 0) throw usageFailure("give one of --tag and --contact");
  return given({ tag, contact_ids: contacts.length === 0 ? undefined : [...contacts] });
}
