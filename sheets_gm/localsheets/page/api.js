// Calls of the spreadsheet's API, as this browser's account.

const PATIENCE = 10000;
const BUSY = new Set([429, 502, 503, 504]);

// The server has answered, and said no: the message is its own.
export class Refused extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

// There was no answer: whether it was done is unknown.
export class Away extends Error {}

export async function call(method, path, body) {
  let answer;
  let content;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    content = answer.status === 204 ? {} : await answer.json();
  } catch (error) {
    throw new Away(String(error));
  }
  if (answer.ok) return content;
  const message = content.error?.message ?? `The server answered ${answer.status}.`;
  if (BUSY.has(answer.status)) throw new Away(message);
  throw new Refused(message, answer.status);
}

export function spreadsheet(id) {
  return `/v4/spreadsheets/${encodeURIComponent(id)}`;
}
