export { createPeople as createNobody } from "../../../daemon/sandbox/web/people/people.ts";
