import { transfer } from "../../lib/api/transfer.ts";
import type { Media, ResumableUpload } from "../../lib/api/types/media.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { type Bar, countBytes } from "../../ui/progress.ts";
import { findOrBegin, type LargeFile } from "./begin-upload.ts";

const CUT = "The connection broke; waiting for the daemon";
/** For so long a daemon may be away before an upload is given up. */
const AWAY_MS = 60_000;
/** So often nothing more may have come. */
const MOST_FRUITLESS = 8;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Uploads a file by the tus protocol, and continues where it was cut off: in this run, or in an earlier one with the same
 * file. Rejects with a `Failure`; what has come by then stays with the daemon for a day.
 */
export async function uploadInParts(cli: Cli, file: LargeFile, progress: Bar): Promise<Media> {
  let upload = await findOrBegin(cli, file);
  if (upload.offset > 0) cli.output.note(`Going on with ${file.name}, of which ${shareOf(upload)} has come.`);
  for (let fruitless = 0; upload.media_id === null; ) {
    const cut = await sendRest(cli, file, upload, progress).then(() => undefined, asCut);
    if (cut !== undefined && !isCut(cut)) throw await givenUp(cli, upload, cut);
    if (cut !== undefined) progress.show({ label: CUT, share: upload.offset / upload.length, detail: "" });
    const now = await whereNow(cli, upload, cut);
    fruitless = now.offset > upload.offset ? 0 : fruitless + 1;
    upload = now;
    if (cut !== undefined && fruitless >= MOST_FRUITLESS) throw unfinished(upload, cut);
  }
  const client = await cli.client();
  return await client.call("GET /v1/media/{id}/info", { path: { id: upload.media_id } });
}

async function sendRest(cli: Cli, file: LargeFile, upload: ResumableUpload, progress: Bar): Promise<void> {
  const { id, offset, length } = upload;
  const rest = Bun.file(file.path).slice(offset).stream();
  await transfer(await cli.settings(), {
    ...{ route: "PATCH /v1/media/uploads/{id}", path: { id }, timeoutMs: file.timeoutMs },
    headers: {
      "tus-resumable": "1.0.0",
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    },
    body: rest.pipeThrough(countBytes(progress, `Uploading ${file.name}`, length, offset)),
  });
}

/** How far it is; after a cut, as soon as the daemon is there again. */
async function whereNow(
  cli: Cli,
  upload: ResumableUpload,
  cut: Failure | undefined,
): Promise<ResumableUpload> {
  const client = await cli.client();
  const cutAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (cut !== undefined) await Bun.sleep(pauseMs);
    try {
      return await client.call("GET /v1/media/uploads/{id}", { path: { id: upload.id } });
    } catch (error) {
      if (!(error instanceof Failure) || !isCut(error)) throw error;
      if (performance.now() - cutAt > AWAY_MS) throw unfinished(upload, error);
    }
  }
}

/** A refused upload would be refused again: it is deleted. */
async function givenUp(cli: Cli, { id }: ResumableUpload, refused: Failure): Promise<Failure> {
  const client = await cli.client();
  if (refused.exitCode === ExitCode.refused)
    await client.call("DELETE /v1/media/uploads/{id}", { path: { id } }).catch(() => {});
  return refused;
}

function asCut(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** Whether a retry may succeed: the connection broke, the daemon stopped, or another run continued the upload. */
function isCut({ exitCode, details }: Failure): boolean {
  return exitCode === ExitCode.unreachable || details.status === 503 || details.code === "offset_conflict";
}

function unfinished(upload: ResumableUpload, { exitCode, message, details }: Failure): Failure {
  const hint = `${shareOf(upload)} of it has arrived. The same command continues there, for a day.`;
  return new Failure(exitCode, message, { ...details, hint });
}

function shareOf({ offset, length }: ResumableUpload): string {
  return `${Math.floor((100 * offset) / length)} %`;
}
