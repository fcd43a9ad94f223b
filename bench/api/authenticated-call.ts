import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sm2 } from 'sm-crypto-v2';
import { dictionariesContract } from '#features/dictionaries/contract.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { interleave, type Measure, median, ratios, rounded, spread } from '../measures.ts';
import { startProgram } from '../processes.ts';
import type { FixedAnswer } from './bare-server.ts';
import type { LoadOrder } from './load.ts';

const rounds = 9;
const connections = 32;
const here = import.meta.dirname;
const run = promisify(execFile);

/** Node writes these itself, anew for every answer. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

async function logIn(baseUrl: string): Promise<string> {
  const key = (await (await fetch(`${baseUrl}/api/blade-auth/oauth/publicKey`)).json()) as {
    data: { publicKey: string };
  };
  const answer = await fetch(`${baseUrl}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: { 'tenant-id': '000000' },
    body: new URLSearchParams({
      tenantId: '000000',
      grant_type: 'password',
      scope: 'all',
      type: 'account',
      username: 'merchant',
      password: sm2.doEncrypt(demoPassword, key.data.publicKey, 0),
    }),
  });
  const body = (await answer.json()) as { access_token?: string; msg?: string };
  if (!body.access_token) throw new Error(`log-in refused: ${answer.status} ${body.msg}`);
  return body.access_token;
}

/** node:http and not fetch, which would not show the headers as they stood on the wire. */
function answerOf(url: string, headers: Record<string, string>): Promise<FixedAnswer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const raw = response.rawHeaders;
        resolve({
          status: response.statusCode!,
          headers: raw.filter((_, index) => !ownHeaders.has(raw[index - (index % 2)]!.toLowerCase())),
          body: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.on('error', reject);
  });
}

async function answersPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const order: LoadOrder = { url, headers, connections, warmUpMs: 500, measureMs: 2000 };
  const { stdout } = await run(process.execPath, [join(here, 'load.ts'), JSON.stringify(order)]);
  return Number(stdout);
}

/**
 * A dictionary: session, validation of input and output, translation and envelope, but no SQL. The limit is node:http
 * that sends the very same answer, status, headers and body, without looking at the question.
 */
export async function measureAuthenticatedCall(baseUrl: string): Promise<Measure[]> {
  const url = `${baseUrl}${dictionariesContract.readDictionary.path}?code=site_type`;
  const headers = { 'blade-auth': `bearer ${await logIn(baseUrl)}`, 'accept-language': 'zh-cn' };
  const answer = await answerOf(url, headers);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const bare = await startProgram(join(here, 'bare-server.ts'), [JSON.stringify(answer)]);
  try {
    const warmUp = [answersPerSecond(url, headers), answersPerSecond(bare.url, headers)];
    await Promise.all(warmUp);
    const speeds = await interleave(rounds, {
      ours: () => answersPerSecond(url, headers),
      bare: () => answersPerSecond(bare.url, headers),
    });
    const each = ratios(speeds.ours, speeds.bare);
    console.log(
      `  answers/s: ours ${Math.round(median(speeds.ours))}, bare ${Math.round(median(speeds.bare))}; ratio ${spread(each, 2)}`,
    );
    return [{ name: 'api-authenticated-ratio', value: rounded(median(each), 3), goal: '>= 0.6' }];
  } finally {
    await bare.stop();
  }
}
