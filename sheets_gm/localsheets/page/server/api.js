// Calls of the spreadsheet's API, as this browser's account.

const PATIENCE = 10000; // milliseconds that an answer may take
const PAUSES = [200, 800]; // milliseconds before what was read in vain is read again
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

// Make a call. What only reads is asked again a few times where there is no answer: a busy server sends no event once it could.
export async function call(method, path, body) {
  const pauses = method === "GET" || path.includes(":getByDataFilter") ? PAUSES : [];
  for (const pause of pauses) {
    try {
      return await once(method, path, body);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return once(method, path, body);
}

async function once(method, path, body) {
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
