import { showRequest } from "../../lib/actions/submit.ts";
import { queryString } from "../../lib/api/request.ts";
import type { Media } from "../../lib/api/types/media.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { mediaDetails } from "./columns.ts";
import { checkFile, type FileToUpload, isAddress, uploadFile } from "./upload-file.ts";

const KINDS = ["image", "video", "audio", "sticker", "document"] as const;

export const uploadMedia = command({
  path: "media upload",
  summary: "Upload files",
  description:
    "Upload files, to send them as `media_id`. The same bytes uploaded again are the same file, with a new date of deletion. A file of more than 4 MiB continues where it was cut off; run the same command again.",
  output: "One line for each file, as soon as it is there: id, name, type, bytes. With --json, its record.",
  arguments: {
    file: {
      description: "Files to upload; `-` is standard input, and an address is fetched by the daemon",
      repeat: true,
    },
  },
  options: {
    as: {
      value: "kind",
      choices: KINDS,
      description: "Type of the message it is for, whose limits it has to keep (default: by its bytes)",
    },
    convert: {
      value: "form",
      choices: ["voice", "image", "video", "sticker"],
      description:
        "Instead of --as: what to make of it, where it is not so already; needs ffmpeg at the daemon",
    },
    filename: { value: "name", description: "Name that recipients see (default: its name here)" },
    "idempotency-key": { value: "key", description: "Repeating with the same key changes nothing" },
  },
  writes: true,
  examples: [
    { description: "A file, to send it often", command: "waypost media upload menu.pdf" },
    { description: "Several", command: "waypost media upload photo-1.jpg photo-2.jpg --json" },
    {
      description: "Upload the output of a program",
      command: "date | waypost media upload - --filename today.txt",
    },
    {
      description: "A recording, made into a voice message",
      command: "waypost media upload answer.mp3 --convert voice",
    },
    {
      description: "A large picture, as a document",
      command: "waypost media upload poster.png --as document",
    },
  ],
  async run({ cli, arguments: { file: sources }, options }) {
    const { as, convert, filename, "idempotency-key": idempotencyKey } = options;
    const one = filename === undefined ? idempotencyKey && "--idempotency-key" : "--filename";
    if (one !== undefined && sources.length > 1) throw usageFailure(`${one} is for one file`);
    if (as !== undefined && convert !== undefined) throw usageFailure("give one of --as and --convert");
    for (const source of sources) await checkFile(source);
    for (const source of sources) {
      const file = { source, filename, query: given({ as, convert }), idempotencyKey };
      if (cli.dryRun) await showUpload(cli, file);
      else await showUploaded(cli, await uploadNamed(cli, file));
    }
  },
});

/** A failure says which of the files it is about. */
async function uploadNamed(cli: Cli, file: FileToUpload): Promise<Media> {
  return await uploadFile(cli, file).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.exitCode, `${file.source}: ${error.message}`, error.details);
  });
}

async function showUpload(cli: Cli, { source, filename, query = {} }: FileToUpload): Promise<void> {
  const path = `/v1/media${queryString(query)}`;
  const body = isAddress(source) ? JSON.stringify({ url: source, filename }) : undefined;
  await showRequest(cli, (await cli.settings()).url, { method: "POST", path, body });
}

async function showUploaded({ output }: Cli, file: Media): Promise<void> {
  const parts = [file.id, file.filename ?? "", file.mime_type ?? "", String(file.size ?? "")];
  await output.line(file, parts.join(output.format === "plain" ? "\t" : "  "), mediaDetails);
}
