import { execFile } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dictionariesContract } from '#features/base/sites/contract/dictionaries.ts';
import { logIn } from '../log-in.ts';
import { type Measure, median, ratios, rounded, spread } from '../measures.ts';
import { startProgram } from '../processes.ts';
import type { FixedAnswer } from './bare-server.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const connections = 32;
const turnMs = 400;
const warmUpTurns = 10;
const turns = 40;
const here = import.meta.dirname;
const run = promisify(execFile);

/** Node writes these itself, again for every answer. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

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

async function load(order: LoadOrder): Promise<LoadResult> {
  const { stdout } = await run(process.execPath, [join(here, 'load.ts'), JSON.stringify(order)]);
  return JSON.parse(stdout) as LoadResult;
}

interface Speed {
  perSecond: number[];
  /** the same on a busy machine as on a quiet one */
  perProcessorSecond: number;
}

async function processorSeconds(baseUrl: string): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`, { headers: { connection: 'close' } })).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error(`${baseUrl}/metrics does not tell its processor time`);
  return Number(seconds);
}

/**
 * A dictionary: session, validation of input and output, translation and envelope, but no SQL. The limit is node:http
 * that sends the very same answer, status, headers and body, without looking at the question.
 */
export async function measureAuthenticatedCall(baseUrl: string): Promise<Measure[]> {
  const url = `${baseUrl}${dictionariesContract.readDictionary.path}?code=refund_mode`;
  const headers = { 'blade-auth': `bearer ${await logIn(baseUrl)}`, 'accept-language': 'zh-cn' };
  const answer = await answerOf(url, headers);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const bare = await startProgram(join(here, 'bare-server.ts'), [JSON.stringify(answer)]);
  try {
    const order: LoadOrder = {
      urls: [url, `${bare.url}${new URL(url).pathname}${new URL(url).search}`],
      headers,
      connections,
      turns,
      turnMs,
    };
    await load({ ...order, turns: warmUpTurns });
    const bases = [baseUrl, bare.url];
    const before = await Promise.all(bases.map(processorSeconds));
    const results = await load(order);
    const after = await Promise.all(bases.map(processorSeconds));
    const [ours, limit] = results.map(({ answers, perSecond }, index) => ({
      perSecond,
      perProcessorSecond: answers / (after[index]! - before[index]!),
    })) as [Speed, Speed];
    const each = ratios(ours.perSecond, limit.perSecond);
    console.log(
      `  answers/s: ours ${Math.round(median(ours.perSecond))}, bare ${Math.round(median(limit.perSecond))}; ratio ${spread(each, 2)}`,
    );
    return [
      { name: 'api-authenticated-ratio', value: rounded(median(each), 3), goal: '>= 0.6' },
      {
        name: 'api-authenticated-processor-ratio',
        value: rounded(ours.perProcessorSecond / limit.perProcessorSecond, 3),
        goal: '>= 0.6',
      },
    ];
  } finally {
    await bare.stop();
  }
}
