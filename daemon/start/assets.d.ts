declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  /** Where the file is: on disk, or inside a compiled executable. */
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}
