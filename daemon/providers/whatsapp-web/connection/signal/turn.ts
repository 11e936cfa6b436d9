/** The name under which everything of a session takes its turn; Baileys sends under the same. */
export function turnOf(auth: { creds: object }): string {
  const me: unknown = Reflect.get(auth.creds, "me");
  return typeof me === "object" && me !== null && "id" in me && typeof me.id === "string"
    ? me.id
    : "upload-pre-keys";
}
