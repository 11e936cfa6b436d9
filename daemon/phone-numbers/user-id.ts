const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Whether a text is Meta's user id of a person, of one portfolio or of linked ones: `US.13491208655302741918`. */
export function isUserId(text: string): boolean {
  return USER_ID.test(text);
}
