import { CallError } from '#kit/contract/client.ts';
import { client } from './client.ts';

/** The file that a call answers with; a refusal says why, like that of any other call. */
export async function fetchFile(address: string, body?: Record<string, unknown>): Promise<Blob> {
  const response = await client.request(
    address,
    body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { method: 'GET' },
  );
  if (response.ok) return response.blob();
  const answer = (await response.json().catch(() => undefined)) as { msg?: string } | undefined;
  throw new CallError(answer?.msg ?? '', response.status);
}
