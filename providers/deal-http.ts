import { secondMs } from '#kit/kernel/time.ts';
import { type DealOutcome, done, limited, refused, unknown } from './deal-platform.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

export interface DealCall {
  url: string | URL;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/** What the platform answered, as JSON. Anything short of a readable answer says nothing of what happened. */
export async function callPlatform(call: DealCall): Promise<DealOutcome<unknown>> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers ?? {},
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    if (response.status === 429) {
      await response.body?.cancel();
      return limited(retryAfterMs(response.headers.get('retry-after')));
    }
    if (response.status >= 500) {
      await response.body?.cancel();
      return unknown(`HTTP ${response.status}`);
    }
    const text = await readText(response);
    if (!response.ok) return refused('other', `HTTP ${response.status}`, text.slice(0, 200));
    return done(parseJson(text));
  } catch (error) {
    // nothing of the address is told: a query may hold a code
    return unknown((error as Error).name);
  }
}

const defaultRetryMs = 5 * secondMs;
function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? '');
  return Number.isFinite(seconds) && seconds > 0 && seconds <= 3600 ? seconds * secondMs : defaultRetryMs;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Ids of 19 digits may come as numbers, which JavaScript would round: those become texts. */
export const parseJson = (text: string): unknown =>
  JSON.parse(
    text.replace(
      /("(?:[^"\\]|\\.)*")|(-?\d{16,})(?![\d.eE])/g,
      (whole, quoted?: string) => quoted ?? `"${whole}"`,
    ),
  );
