/** Shows a document in the page. Names no validator, so that nothing is sent elsewhere. */
SwaggerUIBundle({
  url: document.getElementById("explorer").dataset.document,
  dom_id: "#explorer",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  persistAuthorization: false,
  validatorUrl: null,
});
