// Statements that were refused since they were last asked for.
const refusals: Error[] = [];

export function noteRefusal(refusal: Error) {
  refusals.push(refusal);
}

export function takeRefusals(): Error[] {
  return refusals.splice(0);
}
