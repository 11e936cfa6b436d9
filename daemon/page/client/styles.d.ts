/** The names that a stylesheet gives its classes. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*/reset.css";
