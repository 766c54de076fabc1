// Calls of the spreadsheet's API, as this browser's account.

const PATIENCE = 10000;
const BUSY = new Set([429, 502, 503, 504]);

// The server has refused the call; the message is its own.
export class ApiError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

// There was no answer, so it is unknown whether the call was carried out.
export class NoAnswer extends Error {}

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
    throw new NoAnswer(String(error));
  }
  if (answer.ok) return content;
  const message = content.error?.message ?? `The server answered ${answer.status}.`;
  if (BUSY.has(answer.status)) throw new NoAnswer(message);
  throw new ApiError(message, answer.status);
}

export function spreadsheetPath(id) {
  return `/v4/spreadsheets/${encodeURIComponent(id)}`;
}
