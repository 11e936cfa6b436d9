import { Type } from "../lib/typebox.ts";
import type { Setting } from "./setting.ts";

const text = Type.String({ minLength: 1 });

/** Where media files are kept, how much of them, and what converts them. */
export const MEDIA = {
  mediaBucket: {
    variable: "WAYPOST_MEDIA_S3_BUCKET",
    schema: text,
    meaning:
      "S3-compatible bucket for media files; unset: `media` in `WAYPOST_HOME`, which daemons on several machines can't share",
  },
  mediaEndpoint: {
    variable: "WAYPOST_MEDIA_S3_ENDPOINT",
    schema: Type.String({ pattern: "^https?://" }),
    meaning: "address of the bucket's server; unset: Amazon S3",
  },
  mediaRegion: {
    variable: "WAYPOST_MEDIA_S3_REGION",
    schema: text,
    meaning: "region of the bucket",
  },
  mediaAccessKeyId: {
    variable: "WAYPOST_MEDIA_S3_ACCESS_KEY_ID",
    schema: text,
    secret: true,
    meaning: "access key of the bucket",
  },
  mediaSecretAccessKey: {
    variable: "WAYPOST_MEDIA_S3_SECRET_ACCESS_KEY",
    schema: text,
    secret: true,
    meaning: "secret of that access key",
  },
  organizationMediaGb: {
    variable: "WAYPOST_ORGANIZATION_MEDIA_GB",
    schema: Type.Integer({ minimum: 0, maximum: 100_000 }),
    fallback: 100,
    meaning: "gigabytes for the files of one organisation without its own limit; 0: no limit",
  },
  ffmpeg: {
    variable: "WAYPOST_FFMPEG",
    schema: text,
    meaning: "program that converts files; unset: `ffmpeg` on the path",
  },
} as const satisfies Record<string, Setting>;
