import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { checkFile, isAddress, uploadFile } from "../media/upload-file.ts";
import type { MessageBody } from "./message-body.ts";
import type { MessageOptions } from "./options.ts";

/** A message with a file to upload first. */
export type FileMessage = {
  /** A path, `-` for standard input, or an address. */
  source: string;
  filename: string | undefined;
  query: NonNullable<Parameters<typeof uploadFile>[1]["query"]>;
  /** The message, once its file is there. Throws a usage failure for what the file can't be sent with. */
  bodyOf(file: UploadedFile): MessageBody;
};

type UploadedFile = { id: string; kind: string };

type SendAs = NonNullable<MessageOptions["as"]>;

const TYPES = ["image", "video", "audio", "document"] as const;
/**
 * The types that files of other formats are converted to. The daemon converts a video when it knows the sending number.
 */
const CONVERTED: readonly string[] = ["voice", "sticker", "image"];
/** Messages that show no text. */
const WITHOUT_CAPTION: readonly string[] = ["audio", "sticker"];

/** The message with the file that the options name; null when they name none. */
export async function fileMessage(options: MessageOptions): Promise<MessageBody | FileMessage | null> {
  const { caption, filename } = options;
  const type = TYPES.find((name) => options[name] !== undefined);
  const source = type === undefined ? options.file : options[type];
  if (source === undefined) return null;
  const as = type ?? options.as;
  if (caption !== undefined && as !== undefined) refuseCaption(as === "voice" ? "audio" : as);
  if (type !== undefined && isAddress(source))
    return { type, content: { media_url: source, ...given({ caption, file_name: filename }) } };
  await checkFile(source);
  const bodyOf = ({ id, kind }: UploadedFile) => {
    if (caption !== undefined) refuseCaption(kind);
    const voice = as === "voice" ? true : undefined;
    const shownAs = as === "video" ? as : kind;
    return { type: shownAs, content: { media_id: id, ...given({ caption, voice }) } };
  };
  return { source, filename, query: queryFor(as), bodyOf };
}

/** The options of the file of a message. */
export function queryFor(as: SendAs | undefined): FileMessage["query"] {
  if (as === undefined || as === "video") return {};
  return CONVERTED.includes(as) ? { convert: as } : { as };
}

/** Uploads the file of a message; the message then names it. Rejects with a `Failure`. */
export async function withUpload(cli: Cli, { bodyOf, ...file }: FileMessage): Promise<MessageBody> {
  return bodyOf(await upload(cli, file));
}

/** With --dry-run nothing is uploaded: the name decides in place of the bytes. */
async function upload(cli: Cli, file: Omit<FileMessage, "bodyOf">): Promise<UploadedFile> {
  if (!cli.dryRun) return await uploadFile(cli, file);
  cli.output.note(`${file.source} is not uploaded (--dry-run): its id is not known yet.`);
  const [family = ""] = Bun.file(file.filename ?? file.source).type.split("/");
  const byName = ["image", "video", "audio"].includes(family) ? family : "document";
  const { as, convert } = file.query ?? {};
  const kind = convert === "voice" ? "audio" : (convert ?? as ?? byName);
  return { id: "med_unknown", kind };
}

function refuseCaption(kind: string): void {
  if (WITHOUT_CAPTION.includes(kind))
    throw usageFailure(`--caption: ${kind === "audio" ? "an audio" : "a sticker"} has no text below it`);
}
