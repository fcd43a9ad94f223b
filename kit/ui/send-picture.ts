import { CallError, type Client } from '#kit/contract/client.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';

/** Formats that the server takes. */
export const pictureTypes = 'image/jpeg,image/png,image/webp';

const wishes = new Map<string, string>();

/** A picture chosen again after a lost answer is the same wish: it has the same request id, and is there once. */
export async function sendPicture<T>(
  client: Pick<Client, 'request'>,
  path: string,
  file: File,
  input: Record<string, string | undefined>,
): Promise<T> {
  const wish = JSON.stringify([path, input, file.name, file.size, file.lastModified]);
  const requestId = wishes.get(wish) ?? newRequestId();
  wishes.set(wish, requestId);
  const query = new URLSearchParams({ requestId });
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, value);
  const body = new FormData();
  body.append('file', file);
  const response = await client.request(`${path}?${query}`, { method: 'POST', body });
  const answer = (await response.json().catch(() => undefined)) as { msg?: string; data?: T } | undefined;
  if (!response.ok || !answer) throw new CallError(answer?.msg ?? '', response.status);
  wishes.delete(wish);
  return answer.data as T;
}

export async function loadPicture(client: Pick<Client, 'request'>, path: string): Promise<Blob> {
  const response = await client.request(path, { method: 'GET' });
  if (response.ok) return response.blob();
  throw new CallError('', response.status);
}
