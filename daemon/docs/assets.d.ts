/** Files that are read as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.png" {
  /** Where it is. */
  const path: string;
  export default path;
}
declare module "*.service" {
  const text: string;
  export default text;
}
declare module "*/Containerfile" {
  const text: string;
  export default text;
}
declare module "*.browser.js" {
  const text: string;
  export default text;
}
declare module "*/pairing.css" {
  const text: string;
  export default text;
}
declare module "*/tokens.css" {
  const text: string;
  export default text;
}
declare module "*/docs.css" {
  const text: string;
  export default text;
}
