/** Writes the numbers of README.md from the sources; `--check` fails when they are stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { storeys } from './checks/storeys.ts';

const file = join(sourceRoot, 'README.md');
const oldDays = 60;
const begin = '<!-- numbers: npm run readme -->';
const end = '<!-- /numbers -->';

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

const before = readFileSync(file, 'utf8');
const from = before.indexOf(begin);
const to = before.indexOf(end);
if (from < 0 || to < from) throw new Error(`README.md lacks ${begin} … ${end}`);
const wanted = `${before.slice(0, from + begin.length)}\n${table}\n${before.slice(to)}`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (before !== wanted) {
  console.error('the numbers of README.md are stale: run npm run readme');
  process.exitCode = 1;
}

// a picture grows old without anybody's fault: it is said, and fails nothing
const { at } = JSON.parse(readFileSync(join(sourceRoot, 'docs/pictures/taken.json'), 'utf8')) as {
  at: string;
};
const days = Math.floor((Date.now() - Date.parse(at)) / dayMs);
if (days > oldDays)
  console.log(`the pictures of README.md are ${days} days old: run npm run readme:pictures`);
