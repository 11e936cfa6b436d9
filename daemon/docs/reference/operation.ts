import { type Html, html } from "../html.ts";
import { renderMarkdown } from "../markdown.ts";
import type { Content, Document, Operation, Parameter } from "./document.ts";
import { fieldOf, fieldsOf } from "./fields.ts";
import { LANGUAGES, type Language, samplesOf } from "./samples.ts";

/** One operation with its parameters, body, responses and samples. Its anchor is its id. */
export function operationSection(document: Document, operation: Operation): Html {
  const { operationId, method, path, summary, description, isWebhook } = operation;
  return html`<section class="operation" id="${operationId}">
<h2>${summary} <a class="anchor" href="#${operationId}" aria-label="Link to this operation">#</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${isWebhook ? "EVENT" : method}</span> <code>${path}</code></p>
<div class="columns"><div>
${description !== undefined && renderMarkdown(description).body}
${parametersOf(document, operation.parameters ?? [])}
${operation.requestBody && bodyOf(document, operation.requestBody.content)}
</div><div class="examples">
${isWebhook ? examplesOf(operation.requestBody?.content ?? {}) : html`${samplesBox(operation)}${examplesOf(operation.requestBody?.content ?? {}, 1)}`}
${responsesOf(document, operation)}
</div></div>
</section>`;
}

function parametersOf(document: Document, parameters: Parameter[]): Html | null {
  if (parameters.length === 0) return null;
  const placed = Object.entries(Object.groupBy(parameters, (parameter) => parameter.in));
  return html`${placed.map(
    ([place, those = []]) =>
      html`<h3>${PLACES[place] ?? place}</h3><ul class="fields">${those.map(
        ({ name, schema, required = false, description }) =>
          fieldOf(document, { name, schema, isRequired: required, description }),
      )}</ul>`,
  )}`;
}

const PLACES: Record<string, string> = { path: "Path", query: "Query", header: "Headers" };

function bodyOf(document: Document, content: Content): Html {
  return html`${Object.entries(content).map(
    ([mediaType, { schema }]) =>
      html`<h3>Body <span class="type">${mediaType}</span></h3>${schema && fieldsOf(document, schema)}`,
  )}`;
}

function samplesBox(operation: Operation): Html {
  const samples = samplesOf(operation);
  const languages = Object.keys(LANGUAGES) as Language[];
  return html`<div class="samples"><div class="tabs" role="tablist">${languages.map(
    (language) =>
      html`<button type="button" role="tab" data-language="${language}">${LANGUAGES[language]}</button>`,
  )}</div>${languages.map((language) => html`<pre data-sample="${language}"><code>${samples[language]}</code></pre>`)}</div>`;
}

/** The examples of a body after the first `without`, which the samples show. */
function examplesOf(content: Content, without = 0): Html {
  return html`${Object.values(content).map(({ example, examples = {} }) => {
    const all = example === undefined ? Object.entries(examples) : [["example", { value: example }] as const];
    return all
      .slice(without)
      .map(
        ([name, { value }]) =>
          html`<details><summary>Example: ${name.replaceAll("_", " ")}</summary>${json(value)}</details>`,
      );
  })}`;
}

function responsesOf(document: Document, { responses = {}, isWebhook }: Operation): Html {
  return html`<h3>${isWebhook ? "What to respond" : "Responses"}</h3>${Object.entries(responses).map(
    ([status, { description, content = {} }]) =>
      html`<details class="response"><summary><span class="status s${status.slice(0, 1)}">${status}</span> ${
        renderMarkdown(description).body
      }</summary>${Object.values(content).map(
        ({ schema, example }) =>
          html`${example !== undefined && json(example)}${schema && fieldsOf(document, schema)}`,
      )}</details>`,
  )}`;
}

function json(value: unknown): Html {
  return html`<pre><code>${typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code></pre>`;
}
