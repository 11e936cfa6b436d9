/** A small server that speaks S3's path style, in place of a bucket. */
export type TestBucket = {
  /** The settings of a daemon, or a store, that keeps its files there. */
  settings: {
    mediaBucket: string;
    mediaEndpoint: string;
    mediaRegion: string;
    mediaAccessKeyId: string;
    mediaSecretAccessKey: string;
  };
  objects: Map<string, Uint8Array>;
  /** How it answers what is put there from now on; null: it takes it. */
  refuseWith(status: number | null): void;
  stop(): void;
};

export function startBucket(): TestBucket {
  const objects = new Map<string, Uint8Array>();
  let refusal: number | null = null;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request) => answer(objects, request, refusal),
  });
  return {
    settings: {
      mediaBucket: "waypost",
      mediaEndpoint: `http://127.0.0.1:${server.port}`,
      mediaRegion: "us-east-1",
      mediaAccessKeyId: "id",
      mediaSecretAccessKey: "secret",
    },
    objects,
    refuseWith(status) {
      refusal = status;
    },
    stop: () => void server.stop(true),
  };
}

async function answer(
  objects: Map<string, Uint8Array>,
  request: Request,
  refusal: number | null,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (!request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 "))
    return new Response(null, { status: 403 });
  if (request.method === "PUT" || request.method === "POST") {
    if (refusal !== null) return new Response(null, { status: refusal });
    if (request.method === "POST" || searchParams.has("uploadId"))
      return await answerParts(objects, request, pathname, searchParams);
    objects.set(pathname, new Uint8Array(await request.arrayBuffer()));
    return new Response(null, { headers: { etag: '"e"' } });
  }
  if (request.method === "DELETE") objects.delete(pathname);
  const object = objects.get(pathname);
  if (object === undefined) return new Response(null, { status: request.method === "DELETE" ? 204 : 404 });
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  const part =
    range === null
      ? object
      : object.slice(Number(range[1]), range[2] === "" ? undefined : Number(range[2]) + 1);
  return new Response(part, {
    status: range === null ? 200 : 206,
    headers: { "content-length": String(part.length) },
  });
}

/** Large files come in parts, which are objects of their own until the last is there. */
async function answerParts(
  objects: Map<string, Uint8Array>,
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<Response> {
  const partKey = (number: number) => `${path}?part=${number}`;
  if (request.method === "PUT") {
    objects.set(partKey(Number(query.get("partNumber"))), new Uint8Array(await request.arrayBuffer()));
    return new Response(null, { headers: { etag: `"${query.get("partNumber")}"` } });
  }
  if (query.has("uploads"))
    return new Response(
      "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>",
    );
  const parts: Uint8Array[] = [];
  for (let number = 1; ; number++) {
    const part = objects.get(partKey(number));
    if (part === undefined) break;
    objects.delete(partKey(number));
    parts.push(part);
  }
  objects.set(path, new Uint8Array(Buffer.concat(parts)));
  return new Response("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
}
