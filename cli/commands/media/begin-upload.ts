import { createHash } from "node:crypto";
import type { QueryOf } from "../../../daemon/start/types/routes.ts";
import { transfer } from "../../lib/api/transfer.ts";
import type { ResumableUpload } from "../../lib/api/types/media.ts";
import type { Cli } from "../../lib/command/cli.ts";

/** A local file that is large enough to continue after it is cut off. */
export type LargeFile = {
  path: string;
  /** Its name at the daemon. */
  name: string;
  query: QueryOf<"POST /v1/media/uploads">;
  idempotencyKey: string;
  /** Milliseconds in which the response must begin once all is sent. */
  timeoutMs: number | undefined;
};

/** The unfinished upload of the same bytes for the same purpose, or else a new one. Rejects with a `Failure`. */
export async function findOrBegin(cli: Cli, file: LargeFile): Promise<ResumableUpload> {
  const sha256 = await hashOf(file.path);
  return (await findUnfinished(cli, file, sha256)) ?? (await begin(cli, file, sha256));
}

async function findUnfinished(
  cli: Cli,
  file: LargeFile,
  sha256: string,
): Promise<ResumableUpload | undefined> {
  const client = await cli.client();
  const { data } = await client.call("GET /v1/media/uploads", { query: { sha256, limit: 100 } });
  const { as = null, convert = null } = file.query ?? {};
  return data.find(
    (one) => one.filename === file.name && one.as === as && one.convert === convert && one.offset > 0,
  );
}

async function begin(cli: Cli, file: LargeFile, sha256: string): Promise<ResumableUpload> {
  const said = { filename: file.name, sha256 };
  const metadata = Object.entries(said).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`,
  );
  const response = await transfer(await cli.settings(), {
    ...{ route: "POST /v1/media/uploads", query: file.query ?? {} },
    headers: {
      ...{ "tus-resumable": "1.0.0", "upload-length": String(Bun.file(file.path).size) },
      ...{ "upload-metadata": metadata.join(","), "idempotency-key": file.idempotencyKey },
    },
  });
  return (await response.json()) as ResumableUpload;
}

async function hashOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of Bun.file(path).stream()) digest.update(chunk);
  return digest.digest("hex");
}
