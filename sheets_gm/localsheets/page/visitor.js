// Who this browser's key stands for.
import { call, Refused } from "./api.js";

// The account as Drive shows it; null for somebody without one, who sees what is open to anyone.
export async function whoAmI() {
  try {
    const { user } = await call("GET", "/drive/v3/about?fields=user");
    return user.emailAddress ? user : null;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

// Whether this account may edit a spreadsheet.
export async function mayEdit(id) {
  const file = await call("GET", `/drive/v3/files/${encodeURIComponent(id)}?fields=capabilities`);
  return file.capabilities?.canEdit !== false;
}
