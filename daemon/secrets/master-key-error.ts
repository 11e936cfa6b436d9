/** The master key is missing, or there and of no use. It is never replaced: what it sealed would be lost. */
export class MasterKeyError extends Error {}
