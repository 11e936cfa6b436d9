/** Raised by what the sandbox's owner asks for and cannot have; a control route answers with the status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
