import type { Config } from "../../config/settings.ts";
import { createBucketStore } from "./bucket-store.ts";
import { createFolderStore } from "./folder-store.ts";
import type { MediaStore } from "./store.ts";

/** Stores files in an S3-compatible bucket when one is configured, else under the data directory. */
export function createMediaStore(config: Config): MediaStore {
  return config.mediaBucket === undefined
    ? createFolderStore(mediaFolder(config))
    : createBucketStore({ ...config, mediaBucket: config.mediaBucket });
}

/** The folder for everything about files. */
function mediaFolder({ home }: Pick<Config, "home">): string {
  return `${home}/media`;
}

/** The folder of unfinished downloads. */
export function incomingFolder(config: Pick<Config, "home">): string {
  return `${mediaFolder(config)}/incoming`;
}
