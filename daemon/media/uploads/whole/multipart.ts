import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { problem } from "../../../http/problem.ts";

/** The file of a form, as it comes. */
export type FormFile = { bytes: AsyncIterable<Uint8Array>; mimeType: string | null; fileName: string | null };

/**
 * The file of a form's field `file`; its bytes are read on demand. Parts before and after it are skipped. Throws 400
 * for what is no form, 422 without the field.
 */
export async function fileOfForm(body: ReadableStream<Uint8Array>, contentType: string): Promise<FormFile> {
  const parser = openForm(contentType);
  const source = Readable.fromWeb(body as never);
  const { promise, resolve, reject } = Promise.withResolvers<FormFile>();
  const fail = (cause: unknown) => {
    const failure = cause instanceof Error && "status" in cause ? cause : malformed();
    reject(failure);
    current?.destroy(failure);
  };
  let current: BusboyFileStream | undefined;
  parser.on("file", (field, stream, fileName, _encoding, mimeType) => {
    if (field !== "file" || current !== undefined) return void stream.resume();
    current = stream;
    // its reader gets the error, however late
    stream.on("error", () => {});
    // read to its end, or refused: what is behind it matters to nobody
    stream.on("close", () => source.destroy());
    // a client without a name sends none; the parser makes a text of it
    resolve({ bytes: stream, mimeType, fileName: fileName || null });
  });
  parser.on("error", fail);
  source.on("error", fail);
  parser.on("finish", () => reject(problem(422, "invalid_request", "/file: required", MISSING)));
  source.pipe(parser);
  return await promise;
}

const MISSING = { errors: [{ path: "/file", message: "required" }] };

function openForm(contentType: string): BusboyInstance {
  try {
    const limits = { files: 10, fields: 100, fieldSize: 1024, headerPairs: 50, headerSize: 16_384 };
    return new Busboy({ headers: { "content-type": contentType }, limits });
  } catch {
    throw malformed();
  }
}

function malformed() {
  return problem(400, "invalid_form", "the body is not a whole form of the type multipart/form-data");
}
