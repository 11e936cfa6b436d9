/** A message is too old for what is to be done about it. */
export class TooLate extends Error {}
