/** A form with texts and one file. */
export type GraphForm = { fields: Readonly<Record<string, string>>; file: FormFile };

type FormFile = { bytes: AsyncIterable<Uint8Array>; size: number; mimeType: string; fileName: string };

/** A form as the content of a request (RFC 7578): the file goes through as it is read, and its length is known before. */
export function formContent({ fields, file }: GraphForm) {
  const boundary = `waypost-${crypto.randomUUID()}`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const name = file.fileName.replace(/["\\\r\n]/g, "_");
  const before = Buffer.from(
    `${texts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${file.mimeType}\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* bytes() {
    yield before;
    yield* file.bytes;
    yield after;
  }
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": before.length + file.size + after.length,
    },
    bytes: bytes(),
  };
}
