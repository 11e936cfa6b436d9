/** How the handle of an upload begins. */
export const HANDLE = "4::";

/** The handle of an example that is there without an upload. */
export const SAMPLE_HANDLE = `${HANDLE}sample`;

/** A picture of one pixel. */
export const SAMPLE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==",
  "base64",
);
