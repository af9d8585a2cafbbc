// The statements that were rejected since the last call of `drainRejections`.
const rejections: Error[] = [];

export function recordRejection(rejection: Error) {
  rejections.push(rejection);
}

export function drainRejections(): Error[] {
  return rejections.splice(0);
}
