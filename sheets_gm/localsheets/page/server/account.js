// The account of this browser.
import { call, ApiError } from "./api.js";

// The account as a Drive User resource; null without an account, when only public spreadsheets are visible.
export async function whoAmI() {
  try {
    const { user } = await call("GET", "/drive/v3/about?fields=user");
    return user.emailAddress ? user : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

// What this account may do with a spreadsheet: the capabilities of a Drive File resource.
export async function capabilitiesOn(id) {
  const file = await call("GET", `/drive/v3/files/${encodeURIComponent(id)}?fields=capabilities`);
  return file.capabilities ?? {};
}
