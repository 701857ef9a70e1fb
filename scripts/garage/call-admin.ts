import { parseJson, stringifyJson } from '../../contract/formats/json';

/** Sends a raw call to the admin API, and returns the response body whatever its status. */
export async function callAdmin(
  { url, token }: { readonly url: string; readonly token: string },
  method: 'GET' | 'POST',
  operation: string,
  query: Record<string, string> = {},
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/v2/${operation}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: stringifyJson(body) }),
  });
  return parseJson(await response.text());
}
