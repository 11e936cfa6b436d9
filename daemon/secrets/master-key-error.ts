/** The master key is missing or unusable. It is never replaced: whatever it sealed would be lost. */
export class MasterKeyError extends Error {}

/** Why a rotation stopped. Its work so far is kept, and every secret stays readable. */
export class RotationError extends Error {}
