/** The master key is missing, or there and of no use. It is never replaced: what it sealed would be lost. */
export class MasterKeyError extends Error {}

/** Why a rotation does not go on. What was done until then stays, and nothing is unreadable. */
export class RotationError extends Error {}
