/** Error codes of a disk that is full, read-only, broken or not ours. */
const OF_DISKS = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EACCES", "EPERM", "EMFILE", "ENFILE"];

/** Whether files can't be stored or read now, on the disk or in the bucket, whichever file it is. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Bun's client of buckets: what they answer, or that they can't be reached
  if (error.name === "S3Error") return true;
  return "syscall" in error && "code" in error && OF_DISKS.includes(String(error.code));
}
