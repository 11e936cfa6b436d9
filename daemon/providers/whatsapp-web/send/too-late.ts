/** The message is too old for the operation. */
export class TooLate extends Error {}
