import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { QueryOf } from "../../../daemon/start/types/routes.ts";
import { type Transfer, transfer } from "../../lib/api/transfer.ts";
import type { Media } from "../../lib/api/types/media.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { type Bar, countBytes, openProgressBar } from "../../ui/progress.ts";
import type { LargeFile } from "./begin-upload.ts";
import { uploadInParts } from "./upload-in-parts.ts";

/** A file to upload, as the command line names it. */
export type FileToUpload = {
  /** A path, `-` for standard input, or an address that the daemon fetches it from. */
  source: string;
  /** Its name at the daemon; absent: the name of the local file. */
  filename?: string | undefined;
  query?: QueryOf<"POST /v1/media">;
  idempotencyKey?: string | undefined;
};

/** Larger files continue where they were cut off. */
const LARGE_BYTES = 4 * 1024 ** 2;
/** The response comes only after the conversion, which may have to wait for others. */
const CONVERSION_MS = 10 * 60 * 1000;

/** Whether the command line names an address, and no path. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Throws a usage failure when the file can't be uploaded because it is none. */
export async function checkFile(source: string): Promise<void> {
  if (source === "-" || isAddress(source)) return;
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${source} can't be read (${error.code ?? error.message})`);
  });
  if (!found.isFile()) throw usageFailure(`${source} is not a file`);
  if (found.size === 0) throw usageFailure(`${source} is empty`);
}

/** Uploads a file and shows how much of it has gone. Rejects with a `Failure`. */
export async function uploadFile(cli: Cli, file: FileToUpload): Promise<Media> {
  const progress = await openProgressBar(cli);
  try {
    return isLarge(file.source)
      ? await uploadInParts(cli, asLarge(cli, file), progress)
      : await uploadWhole(cli, file, progress);
  } finally {
    progress.close();
  }
}

function isLarge(source: string): boolean {
  return source !== "-" && !isAddress(source) && Bun.file(source).size > LARGE_BYTES;
}

function asLarge(cli: Cli, { source: path, filename, query = {}, idempotencyKey }: FileToUpload): LargeFile {
  return {
    ...{ path, name: filename ?? basename(path), query, timeoutMs: patienceFor(cli, query) },
    idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
  };
}

async function uploadWhole(cli: Cli, file: FileToUpload, progress: Bar): Promise<Media> {
  const { query = {} } = file;
  const response = await transfer(await cli.settings(), {
    ...{ route: "POST /v1/media", query, timeoutMs: patienceFor(cli, query) },
    ...(isAddress(file.source) ? bodyOfAddress(file) : bodyOfFile(file, progress)),
  });
  return (await response.json()) as Media;
}

function patienceFor(cli: Cli, { convert }: NonNullable<FileToUpload["query"]>): number | undefined {
  return cli.timeoutMs ?? (convert === undefined ? undefined : CONVERSION_MS);
}

function bodyOfAddress({ source: url, ...file }: FileToUpload): Pick<Transfer, "headers" | "body"> {
  const headers = headersOf(file, "application/json");
  return { headers, body: JSON.stringify({ url, filename: file.filename }) };
}

function bodyOfFile({ source, ...file }: FileToUpload, progress: Bar): Pick<Transfer, "headers" | "body"> {
  const isInput = source === "-";
  const name = file.filename ?? (isInput ? undefined : basename(source));
  const stream = isInput ? Bun.stdin.stream() : Bun.file(source).stream();
  const size = isInput ? null : Bun.file(source).size;
  // the daemon looks at the bytes, whatever type is named here
  const headers = headersOf(file, "application/octet-stream");
  const label = name === undefined ? "Uploading" : `Uploading ${name}`;
  return {
    headers: { ...headers, ...(name === undefined ? {} : { "content-disposition": disposition(name) }) },
    body: stream.pipeThrough(countBytes(progress, label, size)),
  };
}

function headersOf({ idempotencyKey }: Pick<FileToUpload, "idempotencyKey">, type: string) {
  return { "content-type": type, "idempotency-key": idempotencyKey ?? crypto.randomUUID() };
}

/** The name in a form that has room for every language (RFC 8187). */
function disposition(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
