/**
 * Writes the numbers of README.md from the sources, and those of README.md and docs/benchmarks.md from what benches measured
 * last (`docs/measured.json`); `--check` fails when a paper says something else, and tells what has grown old.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { readKept } from '../bench/kept.ts';
import { storeys } from './checks/storeys.ts';

const oldDays = 60;

const holds: Record<(typeof storeys)[number], string> = {
  base: 'who works here and where: accounts, rights, sites, players, messages, files',
  machines: 'what stands there: devices and all their settings, goods, gifts, firmware',
  money: 'where money is: the books, wallets, platforms, what staff may give away',
  selling: 'what is sold: orders, prices, coins, whose turn it is, shares, figures',
  people: 'who plays: the player’s app, members, one person with several log-ins',
  loyalty: 'why players come again: points, cards, the store, tasks, vouchers',
  insight: 'what it means: home, reports, alerts, payout, summaries',
  demo: 'what exists in a demo alone',
};

const features = await discoverFeatures();
const storeyOf = new Map(featureFolders(sourceRoot).map(({ name, path }) => [name, path.split('/')[1]]));
const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

function countsOf(storey: string | undefined) {
  const here = features.filter(({ name }) => storey === undefined || storeyOf.get(name) === storey);
  return {
    features: here.length,
    screens: sum(here.map(({ screens }) => screens.length)),
    calls: sum(here.map(({ endpoints }) => Object.keys(endpoints).length)),
  };
}

function row(name: string, what: string, counts: ReturnType<typeof countsOf>): string {
  return `| ${name} | ${what} | ${counts.features} | ${counts.screens} | ${counts.calls} |`;
}

const table = [
  '| storey | holds | features | screens | calls |',
  '|---|---|---|---|---|',
  ...storeys.toReversed().map((storey) => row(`\`${storey}\``, holds[storey], countsOf(storey))),
  row('**all**', '', countsOf(undefined)),
].join('\n');

const kept = readKept();

/** What of it a reader of README.md is told, in their words. */
const told: Record<string, string> = {
  report_large_vs_small: 'a report of a year with 10 million orders ÷ with 100 thousand',
  report_difference_fen: 'fen by which figures of reports differ from the rows behind them',
  list_devices_50000_vs_500: 'the list of machines with 50,000 of them ÷ with 500',
  pay_path_vs_plain_sql: 'orders paid per second over HTTP ÷ the same SQL in a loop',
  play_p99_vs_p50: '200 players pay at once: the slowest hundredth ÷ the median, from the tap to the machine',
  play_proofs_wrong: 'proofs of the books that do not hold afterwards',
  'devices-connected': 'machines on one server process',
  idle_memory_mib: 'memory of the demo, in MiB',
  'index-first-load-kib': 'everything that a player’s page loads, in KiB',
};

const goalOf = (goal: string) => goal.replace('<=', '≤').replace('>=', '≥');

const measuredRow = (what: string, name: string): string => {
  const found = kept[name];
  if (!found) throw new Error(`docs/measured.json has no ${name}`);
  return `| ${what} | ${found.value} | ${goalOf(found.goal)} | ${found.at} |`;
};

const head = (first: string) => [`| ${first} | measured | goal | on |`, '|---|---|---|---|'];

/** What stands between two marks of a paper. */
const parts = [
  { paper: 'README.md', mark: 'numbers', command: 'npm run readme', text: table },
  {
    paper: 'README.md',
    mark: 'measured',
    command: 'npm run bench -- --keep, then npm run readme',
    text: [...head('what'), ...Object.entries(told).map(([name, what]) => measuredRow(what, name))].join(
      '\n',
    ),
  },
  {
    paper: 'docs/benchmarks.md',
    mark: 'measured',
    command: 'npm run bench -- --keep, then npm run readme',
    text: [...head('measure'), ...Object.keys(kept).map((name) => measuredRow(`\`${name}\``, name))].join(
      '\n',
    ),
  },
];

for (const { paper, mark, command, text } of parts) {
  const file = join(sourceRoot, paper);
  const begin = `<!-- ${mark}: ${command} -->`;
  const before = readFileSync(file, 'utf8');
  const from = before.indexOf(begin);
  const to = before.indexOf(`<!-- /${mark} -->`);
  if (from < 0 || to < from) throw new Error(`${paper} lacks ${begin} … <!-- /${mark} -->`);
  const wanted = `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, wanted);
  } else if (before !== wanted) {
    console.error(`the numbers of ${paper} are stale: run npm run readme`);
    process.exitCode = 1;
  }
}

// a picture or a measure grows old without anybody's fault: it is said, and fails nothing
const daysSince = (at: string) => Math.floor((Date.now() - Date.parse(at)) / dayMs);
const takenAt = (path: string) =>
  (JSON.parse(readFileSync(join(sourceRoot, path), 'utf8')) as { at: string }).at;
const ages: readonly { what: string; at: string; command: string }[] = [
  {
    what: 'pictures of README.md',
    at: takenAt('docs/pictures/taken.json'),
    command: 'npm run readme:pictures',
  },
  {
    what: 'pictures of the manual',
    at: takenAt('docs/pictures/manual-taken.json'),
    command: 'npm run help:pictures',
  },
  ...Object.entries(kept).map(([name, { at }]) => ({
    what: `measure ${name}`,
    at,
    command: 'npm run bench -- --keep',
  })),
];
for (const { what, at, command } of ages)
  if (daysSince(at) > oldDays) console.log(`${what}: ${daysSince(at)} days old, run ${command}`);
