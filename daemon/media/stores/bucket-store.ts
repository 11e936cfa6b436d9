import { rm } from "node:fs/promises";
import type { Config } from "../../config/settings.ts";
import type { MediaStore } from "./store.ts";

type BucketConfig = Pick<
  Config,
  "mediaEndpoint" | "mediaRegion" | "mediaAccessKeyId" | "mediaSecretAccessKey"
> & { mediaBucket: string };

/** Files in an S3-compatible bucket. An upload that does not end leaves nothing under its key. */
export function createBucketStore(config: BucketConfig): MediaStore {
  const client = new Bun.S3Client({
    bucket: config.mediaBucket,
    ...(config.mediaEndpoint === undefined ? {} : { endpoint: config.mediaEndpoint }),
    ...(config.mediaRegion === undefined ? {} : { region: config.mediaRegion }),
    ...(config.mediaAccessKeyId === undefined ? {} : { accessKeyId: config.mediaAccessKeyId }),
    ...(config.mediaSecretAccessKey === undefined ? {} : { secretAccessKey: config.mediaSecretAccessKey }),
  });
  const nameOf = (key: string) => `media/${key}`;
  return {
    async put(key, path, mimeType) {
      await client.write(nameOf(key), Bun.file(path), { type: mimeType });
      await rm(path, { force: true });
    },
    async open(key, range) {
      const file = client.file(nameOf(key));
      if (!(await file.exists())) return null;
      return range === null ? file.stream() : file.slice(range.start, range.end + 1).stream();
    },
    async remove(key) {
      await client.delete(nameOf(key));
    },
  };
}
